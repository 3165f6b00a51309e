# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Policies of the caller's own. They are told by is_safe(), and enforced where sessions are asked to."""

import re
from dataclasses import dataclass
from enum import IntEnum

from .exceptions import InvalidRegexPatternError
from .languages import LanguageHandler
from .model import Model


class SecurityIssueSeverity(IntEnum):
    SAFE = 0
    LOW = 1
    MEDIUM = 2
    HIGH = 3


@dataclass
class SecurityPattern(Model):
    """Errors: InvalidRegexPatternError for a pattern that is no regular expression."""

    pattern: str
    description: str
    severity: SecurityIssueSeverity

    def __post_init__(self) -> None:
        self.severity = SecurityIssueSeverity(self.severity)
        try:
            re.compile(self.pattern)
        except re.error as error:
            raise InvalidRegexPatternError(self.pattern) from error


@dataclass
class RestrictedModule(Model):
    name: str
    description: str
    severity: SecurityIssueSeverity

    def __post_init__(self) -> None:
        self.severity = SecurityIssueSeverity(self.severity)


@dataclass
class SecurityPolicy(Model):
    """severity_threshold: what is at least as severe blocks; SAFE blocks nothing, and all is only told."""

    severity_threshold: SecurityIssueSeverity = SecurityIssueSeverity.SAFE
    patterns: list[SecurityPattern] | None = None
    restricted_modules: list[RestrictedModule] | None = None

    def __post_init__(self) -> None:
        self.severity_threshold = SecurityIssueSeverity(self.severity_threshold)
        if self.patterns is not None:
            self.patterns = [SecurityPattern.model_validate(each) for each in self.patterns]
        if self.restricted_modules is not None:
            self.restricted_modules = [RestrictedModule.model_validate(each) for each in self.restricted_modules]

    def add_pattern(self, pattern: SecurityPattern) -> None:
        self.patterns = [*(self.patterns or []), pattern]

    def add_restricted_module(self, restricted_module: RestrictedModule) -> None:
        self.restricted_modules = [*(self.restricted_modules or []), restricted_module]


def judge(policy: SecurityPolicy | None, code: str, handler: LanguageHandler) -> tuple[bool, list[SecurityPattern]]:
    """Whether nothing blocks, and all that was found up to what blocks. The policy itself stays as it was."""
    found: list[SecurityPattern] = []
    if policy is None:
        return True, found
    modules = [
        SecurityPattern(handler.get_import_patterns(each.name), each.description, each.severity)
        for each in policy.restricted_modules or []
    ]
    words = handler.filter_comments(code)
    for each in [*(policy.patterns or []), *modules]:
        if each.pattern and re.search(each.pattern, words):
            found.append(each)
            if SecurityIssueSeverity.SAFE < policy.severity_threshold <= each.severity:
                return False, found
    return True, found


def keeps_out(policy: SecurityPolicy | None, library: str) -> bool:
    """Whether a package is one of the restricted modules, whatever its case, its versions and its extras."""
    name = re.split(r"[\s\[<>=!~;@:]", library.strip(), maxsplit=1)[0].lower().replace("_", "-")
    return any(name == each.name.lower().replace("_", "-") for each in (policy and policy.restricted_modules) or [])
