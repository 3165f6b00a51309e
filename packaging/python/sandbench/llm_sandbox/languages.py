# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""What is known of languages here: enough to look at a program before it runs. Nothing here does input or output."""

import re
from dataclasses import dataclass

from .const import SupportedLanguage
from .exceptions import LanguageNotSupportedError

_C_LIKE = r"/\*.*?\*/|//[^\n]*"
_HASH = r"#[^\n]*"
_QUOTED = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
_PYTHON_QUOTED = r"\"\"\".*?\"\"\"|'''.*?'''|" + _QUOTED
_BACKTICKS = r"`(?:\\.|[^`\\])*`|" + _QUOTED


@dataclass(frozen=True)
class LanguageHandler:
    """name: the language's. comments, texts: regular expressions of what is none of the program's words."""

    name: str
    file_extension: str
    comments: str
    texts: str
    imports: str  #: a regular expression, in which MODULE stands for the module's name
    is_support_library_installation: bool = True
    is_support_plot_detection: bool = False
    keeps_variables: bool = False
    comes_along: tuple[str, ...] = ()  #: packages that every sandbox of the language has

    def filter_comments(self, code: str) -> str:
        """The program without its comments; what is in a text stays, and so do the lines' numbers."""
        pattern = re.compile(f"(?P<text>{self.texts})|(?P<comment>{self.comments})", re.DOTALL | re.MULTILINE)
        return pattern.sub(lambda found: found[0] if found["text"] else " " + "\n" * found[0].count("\n"), code)

    def get_import_patterns(self, module_name: str) -> str:
        """A regular expression that finds imports of a module; it is meant for a search in many lines."""
        return self.imports.replace("MODULE", re.escape(module_name))


_QUOTE = r"[\"'`]"
_HANDLERS = {
    "python": LanguageHandler(
        "python", "py", _HASH, _PYTHON_QUOTED,
        r"(?m)(?:^|[;:])[ \t]*import[ \t]+(?:[^\n;#]*,[ \t]*)?MODULE(?=[\s.,;]|$)|(?:^|[;:])[ \t]*from[ \t]+MODULE(?=[\s.])"
        r"|(?:__import__|import_module)\(\s*[\"']MODULE[\"'.]",
        is_support_plot_detection=True, keeps_variables=True,
    ),
    "javascript": LanguageHandler(
        "javascript", "js", _C_LIKE, _BACKTICKS,
        rf"(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*{_QUOTE}(?:node:)?MODULE(?:/[^\"'`]*)?{_QUOTE}", keeps_variables=True,
    ),
    "java": LanguageHandler(
        "java", "java", _C_LIKE, _QUOTED, r"\bimport\s+(?:static\s+)?MODULE(?:\.[\w.*]+)?\s*;",
        is_support_library_installation=False,
    ),
    "cpp": LanguageHandler(
        "cpp", "cpp", _C_LIKE, _QUOTED, r"(?m)^\s*#\s*include\s*[<\"]MODULE[>\"]|\bimport\s*<MODULE>",
        comes_along=("libstdc++",),
    ),
    "go": LanguageHandler("go", "go", _C_LIKE, _BACKTICKS, r"(?m)(?:^|;|\bimport|\()\s*(?:[\w.]+\s+)?[\"`](?:[^\"`\n]*/)?MODULE(?:/[^\"`\n]*)?[\"`]"),
    "ruby": LanguageHandler(
        "ruby", "rb", r"^=begin\b.*?^=end\b|" + _HASH, _QUOTED,
        r"\b(?:require|require_relative|load|autoload)\b[^\n\"']*[\"']MODULE(?:/[^\"']*)?[\"']", keeps_variables=True,
    ),
    "r": LanguageHandler(
        "r", "R", _HASH, _QUOTED,
        r"\b(?:library|require|requireNamespace|loadNamespace)\s*\(\s*[\"']?MODULE[\"']?\s*[,)]|\bMODULE:::?",
        is_support_plot_detection=True, keeps_variables=True,
    ),
}
_HANDLERS["typescript"] = LanguageHandler("typescript", "ts", _C_LIKE, _BACKTICKS, _HANDLERS["javascript"].imports)
_HANDLERS["c"] = LanguageHandler("c", "c", _C_LIKE, _QUOTED, _HANDLERS["cpp"].imports)
_HANDLERS["rust"] = LanguageHandler("rust", "rs", _C_LIKE, r"\"(?:\\.|[^\"\\])*\"", r"\b(?:use|extern\s+crate)\s+MODULE\b")
_HANDLERS["bash"] = LanguageHandler("bash", "sh", r"(?<!\S)#[^\n]*", _QUOTED, r"\bMODULE\b", keeps_variables=True)
_HANDLERS["php"] = LanguageHandler("php", "php", _C_LIKE + "|" + _HASH, _QUOTED, r"\buse\s+\\?MODULE\b")


def handler_of(lang: str) -> LanguageHandler:
    """Errors: LanguageNotSupportedError."""
    try:
        return _HANDLERS[SupportedLanguage(lang).value]
    except (KeyError, ValueError):
        raise LanguageNotSupportedError(str(lang)) from None
