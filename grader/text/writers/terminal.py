"""Writes tokens for a terminal: wrapped text, formulas in two dimensions, optional colour."""

from __future__ import annotations

from collections.abc import Iterable

from grader.model import Break, Code, Emph, Figure, List, Math, Para, Table, Text, Token
from grader.text.writers import boxes as b
from grader.text.writers.base import BLOCKS, Writer, words
from grader.text.writers.boxes import Box
from grader.text.writers.terminal_math import laid_out, pieces

_EMPH, _STRONG, _CODE, _OFF = "\x1b[3m", "\x1b[1m", "\x1b[36m", "\x1b[0m"
_INDENT = 4

# An inline piece: a box that must not be parted from its neighbours, a blank where a line may end, or a line's end.
_BLANK, _END = " ", "\n"
Piece = Box | str


class Terminal(Writer):
    """Text for a screen of `width` columns."""

    def __init__(self, lang: str = "en", width: int = 80, colour: bool = False) -> None:
        """Set language, columns and whether escape codes may be used."""
        super().__init__(lang)
        self.width = max(width, 20)
        self.colour = colour
        self.style = ""

    def write(self, tokens: Iterable[Token]) -> str:
        """Blocks with a blank line between them; inline tokens as one paragraph."""
        return "\n".join(line.rstrip(" ") for line in self.block_lines(tuple(tokens), self.width))

    def block_lines(self, tokens: tuple[Token, ...], columns: int) -> list[str]:
        """The lines of a mixture of blocks and inline tokens."""
        out: list[str] = []
        run: list[Token] = []
        for token in (*tokens, None):
            if token is not None and not isinstance(token, BLOCKS):
                run.append(token)
                continue
            for block in ([Para(tuple(run))] if run else []) + ([token] if token is not None else []):
                lines = self.lines(block, columns)
                out.extend(["", *lines] if out and lines else lines)
            run = []
        return out

    def lines(self, token: Token, columns: int) -> list[str]:
        """The lines of one block."""
        if isinstance(token, Para):
            return self.wrapped(token.items, columns)
        if isinstance(token, List):
            return self.entries(token, columns)
        if isinstance(token, Table):
            return self.table(token, columns)
        if isinstance(token, Figure) and token.text:
            alt = self.wrapped((Text(token.alt.strip()),), columns)
            return [*alt, "", *self.block_lines(token.text, columns)]
        return self.wrapped((token,), columns)

    # -------------------------------------------------------------- inline

    def pieces(self, token: Token) -> list[Piece]:
        """The pieces of an inline token, in the present style."""
        if isinstance(token, Emph):
            outer, self.style = self.style, self.style + (_STRONG if token.strong else _EMPH)
            inside = [piece for item in token.items for piece in self.pieces(item)]
            self.style = outer
            return inside
        if isinstance(token, Math):
            return self.formula(token)
        if isinstance(token, Break):
            return [_END]
        if isinstance(token, Figure):
            return self.words(f"[{token.alt.strip()}]", self.style)
        if isinstance(token, Code):
            return self.words(token.text, self.style + _CODE)
        assert isinstance(token, Text)
        return self.words(token.text, self.style)

    def words(self, text: str, style: str) -> list[Piece]:
        """Words and the blanks between them."""
        out: list[Piece] = []
        for n, word in enumerate(words(text).split(" ")):
            if n:
                out.append(_BLANK)
            if word:
                out.append(b.text(word, f"{style}{word}{_OFF}" if style and self.colour else None))
        return out

    def formula(self, token: Math) -> list[Piece]:
        """A formula as one box, or cut at its relations if it is long."""
        if token.display:
            return [_END, laid_out(token.tree, True), _END]
        box = laid_out(token.tree, False)
        if box.width <= self.width // 3:
            return [box]
        out: list[Piece] = []
        for box in pieces(token.tree, False):
            out.extend([_BLANK, box] if out else [box])
        return out

    def wrapped(self, tokens: Iterable[Token], columns: int) -> list[str]:
        """Lines of at most `columns`, display formulas indented on their own."""
        out: list[str] = []
        line: list[Box] = []
        group: list[Box] = []
        used, blank = 0, False

        def end_group() -> None:
            nonlocal used, blank
            size = sum(box.width for box in group)
            if not size:
                group.clear()
                return
            if line and used + blank + size > columns:
                end_line()
            if line and blank:
                line.append(b.text(" "))
                used += 1
            line.extend(group)
            used += size
            group.clear()
            blank = False

        def end_line() -> None:
            nonlocal used, blank
            if line:
                out.extend(b.beside(line).lines)
            line.clear()
            used, blank = 0, False

        for token in tokens:
            found = self.pieces(token)
            if isinstance(token, Math) and token.display:
                end_group()
                end_line()
                out.extend(self.display(token, columns))
                continue
            for piece in found:
                if isinstance(piece, Box):
                    group.append(piece)
                elif piece == _BLANK:
                    end_group()
                    blank = True
                else:
                    end_group()
                    end_line()
        end_group()
        end_line()
        return out

    def display(self, token: Math, columns: int) -> list[str]:
        """A formula on its own; a long one goes on below, further in."""
        room = columns - _INDENT
        box = laid_out(token.tree, True)
        rows = [[box]] if box.width <= room else [[]]
        if not rows[0]:
            for piece in pieces(token.tree, True):
                spaced = b.beside([b.text(" "), piece]) if rows[-1] else piece
                if rows[-1] and sum(x.width for x in rows[-1]) + spaced.width > room - (2 if len(rows) > 1 else 0):
                    rows.append([piece])
                else:
                    rows[-1].append(spaced)
        out: list[str] = []
        for n, row in enumerate(rows):
            out.extend(" " * (_INDENT + 2 * (n > 0)) + line for line in b.beside(row).lines)
        return out

    # -------------------------------------------------------------- blocks

    def entries(self, token: List, columns: int) -> list[str]:
        """List entries behind their marks."""
        out: list[str] = []
        for n, entry in enumerate(token.entries, 1):
            mark = f"{n}. " if token.ordered else "• "
            hang = len(mark)
            for i, line in enumerate(self.block_lines(entry, columns - hang)):
                out.append((mark if i == 0 else " " * hang) + line)
        return out

    def table(self, token: Table, columns: int) -> list[str]:
        """Cells in columns under a line; the marked row has a triangle in front."""
        rows = [*([token.head] if any(token.head) else []), *token.rows]
        count = max(map(len, rows))
        wide = [max((self.cell(r[n], columns).width for r in rows if n < len(r)), default=0) for n in range(count)]
        lead = 2 if token.mark is not None else 0
        room = columns - 3 * (count - 1) - lead
        while sum(wide) > room and max(wide) > 6:
            wide[wide.index(max(wide))] -= 1
        first = len(rows) - len(token.rows)
        out: list[str] = []
        for n, row in enumerate(rows):
            cells = [b.pad(self.cell(cell, wide[i]), wide[i], "left") for i, cell in enumerate(row)]
            mark = b.text(("▶ " if n - first == token.mark else "  ") if lead else "")
            height = max(c.height for c in cells)
            stroke = Box((" │ ",) * height, max(c.base for c in cells), 3)
            parted = [part for cell in cells for part in (stroke, cell)][1:]
            out.extend(b.beside([mark, *parted]).lines)
            if n < first:
                out.append(" " * lead + "─┼─".join("─" * w for w in wide))
        return out

    def cell(self, tokens: tuple[Token, ...], columns: int) -> Box:
        """A cell wrapped to `columns`."""
        # Widths are taken without codes: a cell is laid out plain and stays so.
        colour, self.colour = self.colour, False
        lines = self.wrapped(tokens, max(columns, 1)) or [""]
        self.colour = colour
        columns = max(map(b.width, lines))
        height = len(lines)
        return Box(tuple(x + " " * (columns - b.width(x)) for x in lines), (height - 1) // 2, columns)

    # -------------------------------------------------------------- one token on its own

    def _alone(self, token: Token) -> str:
        return "\n".join(line.rstrip(" ") for line in self.lines(token, self.width))

    def write_text(self, token: Text) -> str:
        """Words."""
        return self._alone(token)

    write_emph = write_code = write_break = write_para = write_list = write_table = write_figure = write_math = _alone
