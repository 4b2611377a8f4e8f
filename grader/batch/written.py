"""What students write into files of their own: which line begins an answer, which goes on with one, which neither."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from grader.bank.naming import parts_of, sure_part
from grader.model import Item, Say, say

Items = Mapping[str, Item]  # by number and id in small letters; empty where nothing is known of the bank
# Kinds whose answers have lines of words, and those that are said with letters or words.
_LINES, _WORDS = ("explain", "text"), ("choice", "choices", "true_false", "match", "order")
_TABLES = ("vector", "matrix", "list", "set")

_FRONT = (
    r"(?P<front>\s*(?:[-–—•*>#·+|(]\s*|\d{1,2}[.)]\s+)*(?:__)?"
    r"(?:(?:Q|Question|Ques|Qn|Problem|Prob|Pr|Exercise|Ex|No|Number|Answer|Ans|Soln?|Solution|Task|P\.?S|Sawaal|Sawal"
    r"|Prashna?|Correction|Corrected|Revised|Final|Sorry)\b[.,:]?\s*(?:(?:answers?|of|to|for|no\.?)\s+)*|Q\.?(?=[A-Z]?\d))?)"
)
_PROBLEM = r"(?P<problem>[A-Za-z]?\d+(?:\.\d+)?|[TSWEC] \d+(?=\s*[:.)=-])|[a-z][a-z0-9]*(?:-[a-z0-9]+)+)"
_PART = (
    r"(?:\s*[,./]?\s*(?:part\s+)?(?:\(\s*(?P<in>[A-Za-z][\w-]*)\s*\)|(?P<letter>[A-Za-z])(?=\s*[).:=])"
    r"|(?<=\s)(?P<name>[A-Za-z][\w-]*)(?=\s*(?:[:=\t|)]|->|$))))?"
)
_SIGN = r"(?P<bold>(?:\*\*|__)?)\s*(?P<sign>:-(?=\s)|[:=\t|)]|->|=>|→|[-–—](?=\s)|\.(?=\s|$)|$|(?=\s))(?:\*\*|__)?"
_HEADING = re.compile(_FRONT + _PROBLEM + _PART + _SIGN + r"\s*(?P<answer>.*)", re.IGNORECASE)
# The next part of the same problem: `(b): ran`, `b) ran`, `b: ran`, `(b)` above the answer.
_NEXT = re.compile(
    r"\s*(?:[-–—•*>#·+]+\s*)?(?:\*\*|__)?(?:part\s+)?(?:\(\s*([A-Za-z]|[ivIV]{2,4})\s*\)|([A-Za-z])\s*[):.](?=\s|$|\S{2}))"
    r"(?:\*\*|__)?\s*(?:[:=.]|[-–—](?=\s))?(?:\*\*|__)?\s*(.*)", re.IGNORECASE,
)  # fmt: skip
_NAMED = re.compile(r"\s*([A-Za-z][\w-]+)()\s*[:=]\s*(\S.*)")  # `winner: ran`
_ABOUT = re.compile(r"\s*(sheet|seed)\s*[:=]\s*(\S+)\s*", re.IGNORECASE)
# What stands beside the answers: whose they are, the numbers of pages, fences of code.
_BESIDE = re.compile(
    r"\s*(?:(?:my\s+)?(?:name|naam|roll(?:\s*(?:no|number))?|reg(?:istration)?\s*(?:no|number)|date|class|section|subject"
    r"|batch|branch|e-?mail)\.?\s*[:=–-].*|```\w*|page\s*\d+(?:\s*(?:of|/)\s*\d+)?)\s*", re.IGNORECASE,
)  # fmt: skip
# What people write below their answers.
_CLOSING = re.compile(
    r"\s*(?:thank|thx|regards|(?:warm|best|kind)\s+regards|yours|sincerely|dhanya|shukriya|respected|dear\s|submitted"
    r"|the\s+end|end$|note\b|p\.?\s?s\.?(?:\s|$)|signed|[-_*=~]{2,}\s*$)", re.IGNORECASE,
)  # fmt: skip
# A line that speaks of another problem: by its name, in words (`my answer to 2.1 (b): ran`), or of one not here.
_NAMING = re.compile(_FRONT + _PROBLEM + r"(?P<rest>(?:\W.*)?)", re.IGNORECASE)
_OF_WORDS = re.compile(r"\s+(?![TFtf]\s+[a-z]\b)[A-Za-z]{2,}")
# The next part behind an answer on the same line.
_INSIDE = re.compile(r"\s(?:\(([A-Za-z])\)|([A-Za-z])\))\s*[:=]?(?=\s)")
_ROMAN = {"i": "a", "ii": "b", "iii": "c", "iv": "d", "v": "e", "vi": "f"}
_SPOKEN = re.compile(r"\s*(?:[A-Za-z']+\s+){1,4}([A-Za-z]?\d+(?:\.\d+)?)\s*(?:\(?[a-z]\)?)?\s*:")
_STRAY = re.compile(r"\s*(?:[A-Za-z]\d+|\d+\.\d+)\s*(?:\(?[a-z]\)?)?\s*:(?!\d)")
_ODD = re.compile(r"\s*([A-Za-z]?\d+(?:\.\d+)?)\.?\s*\(?[a-z]?\)?\s*[-.)]?(?:\s+(?![-+*/=<>≈·])|$)")
_WORD, _MATHS = re.compile(r"[^\W\d_]{3,}"), re.compile(r"[\d=\[\]{}^*/+<>|\\√∑]")


def answers(text: str, items: Items) -> Iterator[tuple[int, Sequence[str] | Say]]:
    """By line, problem, part, answer, seed and sheet of each answer that the text holds, or why a line is refused."""
    found = _Reader(text.replace("\uff1a", ":").splitlines(), items)
    about = found.about["seed"], found.about["sheet"]
    told: list[tuple[int, Sequence[str] | Say]] = [
        (line, (*answer, *about)) for line, answer in zip(found.lines, found.answers, strict=True)
    ]
    yield from sorted([*told, *found.faults], key=lambda pair: pair[0])


class _Reader:
    """Goes through the lines; the last answer is open as long as lines may go on with it."""

    def __init__(self, lines: Sequence[str], items: Items) -> None:
        self.items = items
        self.answers: list[list[str]] = []
        self.lines: list[int] = []  # in which they begin
        self.faults: list[tuple[int, Say]] = []
        self.about = {"seed": "", "sheet": ""}
        self.open = False
        after_blank = True
        self.dashed = _dashed(lines)
        for self.at, line in enumerate(lines, 1):
            if line.strip():
                self.take(line, after_blank)
            after_blank = not line.strip()

    def take(self, line: str, after_blank: bool) -> None:
        """One line that is not empty."""
        about = _ABOUT.fullmatch(line)
        if about:
            self.about[about[1].casefold()] = about[2]
            return
        if _BESIDE.fullmatch(line) or self.begins(line, after_blank) or self.next_part(line):
            return
        another = self.speaks_of_another(line)
        if not self.open or another or not self.goes_on(line):
            self.faults.append((self.at, say("batch.file-line", text=line.strip()[:40])))
            self.open = self.open and not (another or _CLOSING.match(line))

    def begins(self, line: str, after_blank: bool) -> bool:
        """Whether the line begins an answer to a problem, which is taken then."""
        found = _HEADING.fullmatch(line)
        if found is None or not self.is_heading(found, after_blank):
            return False
        answer = found["answer"].strip()
        if found["sign"] == "|":
            answer = answer.removesuffix("|").rstrip()
        elif found["sign"] == ":" and self.dashed and line.startswith("-", found.end("sign")):
            answer = answer[1:].lstrip()
        elif "**" in found["front"] and not found["bold"]:
            answer = answer.replace("**", "", 1)
        problem, part = _named(found), found["in"] or found["letter"] or found["name"] or ""
        item = self.item(problem)
        if item and len(item.parts) == 1 and part and not found["in"] and parts_of(item, [part])[part] is None:
            # `2.1 ans: 0.2`, `4.3 L = 0.860`: a word in front of the answer
            part, answer = "", f"{part} = {answer}" if found["sign"] == "=" else answer
        self.add(problem, part, answer)
        return True

    def is_heading(self, found: re.Match[str], after_blank: bool) -> bool:
        """Whether a line that looks like the beginning of an answer is one."""
        name, sign = _named(found).casefold(), found["sign"]
        part = found["in"] or found["letter"] or found["name"]
        marked = bool(part or found["front"].strip() or found["bold"])
        if self.items and name not in self.items:
            # At the beginning of a file it is an answer to a problem that is not there, which is said of it.
            return not self.answers and sign in (":", "=", "\t") and bool(_STRAY.match(found[0]))
        if not self.items and not (name[-1].isdigit() or "-" in name):
            return False
        if sign == "" and found["answer"]:  # nothing but a blank: `2.2 (b) ran`, `**2.3** d`
            return bool(found["in"] or found["bold"])
        if sign == "" and found["name"]:  # `2.2 logits` above its answer; in `T1 Fc`, `2.2 again` the word is no part
            item = self.item(name)
            return item is not None and parts_of(item, [found["name"]])[found["name"]] is not None
        if sign == "":
            return marked or after_blank or self.is_complete()
        if sign == "=" and not part:
            return bool(found["front"].strip()) or not self.answers or self.kind() not in ("steps", *_LINES, "")
        if sign in ("-", "–", "—"):
            return bool(part) or bool(found["front"].strip())
        return True

    def is_complete(self) -> bool:
        """Whether a number alone on a line can be no entry of the last answer."""
        if not self.answers or not self.answers[-1][2] or not self.kind():
            return False
        text = self.answers[-1][2]
        return self.kind() not in (*_TABLES, *_LINES, "steps") or text.endswith(("]", ")", "}")) or "," in text

    def next_part(self, line: str) -> bool:
        """Whether the line begins the answer to another part of the same problem, which is taken then."""
        found = _NEXT.fullmatch(line) or _NAMED.fullmatch(line)
        if found is None or not self.answers or not self.open:
            return False
        problem, part, before = self.answers[-1]
        name, answer = self.letter(problem, found[1] or found[2] or ""), found[found.re.groups]
        if not self.is_new(problem, part, name, answer):
            return False
        if not part and not before:  # the number alone stood above its parts
            self.answers.pop()
            self.lines.pop()
        self.add(problem, name, answer.strip())
        return True

    def is_new(self, problem: str, part: str, name: str, answer: str) -> bool:
        """Whether a name is that of a part without an answer yet; where nothing is known, of a later letter."""
        item = self.item(problem)
        if item is None:
            return len(part) == len(name) == 1 and part.casefold() < name.casefold() and bool(answer)
        if len(item.parts) == 1 or parts_of(item, [name])[name] is None:
            return False
        used = [other[1] for other in self.answers if other[0].casefold() == problem.casefold()]
        return name not in used and (len(name) == 1 or item.part(name) is not None)

    def letter(self, problem: str, name: str) -> str:
        """The letter of a part that was counted as i, ii, iii; another name as it is."""
        item = self.item(problem)
        other = _ROMAN.get(name.casefold())
        return other if item and other and parts_of(item, [name])[name] is None else name

    def add(self, problem: str, part: str, answer: str) -> None:
        """An answer, with which further lines may go on; the next part may stand behind it on its line."""
        part = self.letter(problem, part)
        first = None if part else _INSIDE.match(f" {answer}")
        if first and self.is_new(problem, part, name := first[1] or first[2], "..."):  # `1.1: (a) 4 (b) 3`
            self.add(problem, name, answer[first.end() - 1 :].strip())
            return
        self.answers.append([problem, part, answer])
        self.lines.append(self.at)
        self.open = True
        for found in _INSIDE.finditer(f" {answer}") if len(part) == 1 else ():
            name = found[1] or found[2]
            if ord(name.casefold()) == ord(part.casefold()) + 1 and self.is_new(problem, part, name, "..."):
                self.answers[-1][2] = answer[: max(found.start() - 1, 0)].rstrip(" ,;")
                self.add(problem, name, answer[found.end() - 1 :].strip())
                return

    def item(self, problem: str) -> Item | None:
        """The item that a number or an id names, where the bank is known."""
        return self.items.get(problem.casefold())

    def kind(self) -> str:
        """The kind of the last answer, where the bank is known."""
        item = self.item(self.answers[-1][0]) if self.answers else None
        part = sure_part(item, self.answers[-1][1]) if item and item.parts else None
        return str(part.answer.get("kind")) if part else ""

    def goes_on(self, line: str) -> bool:
        """Whether the line goes on with the last answer, which it is put behind then."""
        answer, kind = self.answers[-1], self.kind()
        if kind in _TABLES and answer[2]:
            return self.table_goes_on(line.strip())
        if answer[2] and kind not in (*_LINES, ""):
            if _CLOSING.match(line) or (_is_prose(line) and kind not in _WORDS):
                return False
            if kind != "steps" and line.lstrip().startswith(("=", "≈")):
                answer[2] += f" {line.strip()}"
                return True
        answer[2] += ("\n" if answer[2] else "") + line.strip()
        return True

    def table_goes_on(self, line: str) -> bool:
        """Whether a line goes on with a vector or a matrix: another row of it, the rest of a row, or what it equals."""
        answer = self.answers[-1]
        if _CLOSING.match(line) or _is_prose(line):
            return False
        if line.startswith("|") and line.endswith("|"):  # a column that was drawn with bars
            answer[2] = answer[2].strip("| ") if answer[2].startswith("|") else answer[2]
            answer[2] += "\n" + line.replace("|", " ").strip()
        elif answer[2].endswith(",") or _depth(answer[2]) > 0 or line.startswith(("=", "≈")):
            answer[2] += f" {line}"
        elif self.kind() == "vector" and answer[2].endswith("]") and line.startswith("[") and "," in line:
            answer[2] += f" = {line}"
        else:
            answer[2] += f"\n{line}"
        return True

    def speaks_of_another(self, line: str) -> bool:
        """Whether a line is about another problem, in a form that is not read, or about one that is not there."""
        odd, spoken, naming = _ODD.match(line), _SPOKEN.match(line), _NAMING.fullmatch(line.replace('"', " "))
        if naming and self.item(_named(naming)):
            words = _OF_WORDS.match(naming["rest"]) is not None  # `T1 says that ..` in own words
            sums = re.match(r"\s*[-+*/=<>≈·]", naming["rest"]) is not None and self.kind() == "steps"
            row = self.kind() in _TABLES and not self.is_complete() and not naming["rest"].strip("0123456789., -")
            return bool(naming["front"].strip(" (|")) or not (sums or row or (words and self.kind() in _LINES))
        named = odd is not None and not self.items
        return bool(_STRAY.match(line)) or named or (spoken is not None and spoken[1].casefold() in self.items)


def _named(found: re.Match[str]) -> str:
    """The name of the problem in a line: `T 1` is T1."""
    return found["problem"].replace(" ", "")


def _is_prose(line: str) -> bool:
    """Whether a line has words and nothing of a formula."""
    return _WORD.search(line) is not None and not _MATHS.search(line)


def _depth(text: str) -> int:
    """How many brackets are open at the end of a text."""
    return sum(text.count(sign) for sign in "([{") - sum(text.count(sign) for sign in ")]}")


def _dashed(lines: Sequence[str]) -> bool:
    """Whether a file writes `:-` where others write a colon."""
    found = [match for line in lines if (match := re.match(r"[^:=\[]{1,24}:(-?)(\s?)", line))]
    dashes = [match for match in found if match[1]]
    return any(match[2] for match in dashes) or (len(dashes) > 2 and len(dashes) == len(found))
