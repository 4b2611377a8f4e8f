"""Shows what cannot be seen: control and direction characters become escapes, so that no text moves the cursor."""

from __future__ import annotations

import re

# C0, C1, soft hyphen, zero width and direction signs, line separators, byte order mark, surrogates, noncharacters.
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\ud800-\udfff"
    "\U000e0000-\U000e0fff]"
)
_SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}


def visible(text: str) -> str:
    """The text with every hidden character written as an escape."""
    return _HIDDEN.sub(_escape, text) if _HIDDEN.search(text) else text


def cut(text: str, limit: int = 80) -> str:
    """The text made visible, at most `limit` characters with an ellipsis in place of the rest."""
    shown = visible(text[: limit + 1])
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def _escape(found: re.Match[str]) -> str:
    char = found[0]
    code = ord(char)
    return _SHORT.get(char) or (
        f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"
    )


_MINUS = re.compile(r"(?<![\w.)\]\u2212-])-(?=\.?\d)")


def typographic(text: str) -> str:
    """Text as a printer sets it: curly quotes, and a minus, which no line ends behind, in front of a number."""
    return curly(_MINUS.sub("\u2212", text))


def curly(text: str) -> str:
    """Straight double quotes as a printer sets them: opening before a word, closing behind one."""
    if '"' not in text:
        return text
    out = []
    for at, char in enumerate(text):
        if char == '"':
            before, after = text[at - 1 : at], text[at + 1 : at + 2]
            opens = before.isspace() or before in "([" if before else after.isalnum()
            char = "\u201c" if opens else "\u201d"
        out.append(char)
    return "".join(out)


# Words that are too long for a narrow column, the signs behind which they may be broken, and what else stays whole.
_LONG, _SIGN, _PIECE = re.compile(r"\S{19,}"), re.compile(r"[._/(,:=&?-](?=[^\W\d])"), re.compile(r"\w{12}(?=\w{8})")


def breakable(text: str) -> str:
    """The text with blanks of no width in its longest words, where a line may end: behind signs, else anywhere."""
    return _LONG.sub(lambda word: _PIECE.sub("\\g<0>\u200b", _SIGN.sub("\\g<0>\u200b", word[0])), text)
