# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""What can go wrong between this process and a server."""


class SandbenchError(Exception):
    """Base of all errors of this client."""


class ServerUnreachable(SandbenchError):
    """There is no server, it did not start, or the connection broke."""


class BadAnswer(SandbenchError):
    """The server said something that this client does not understand, or more than it takes."""


class UnsafeName(SandbenchError):
    """A sandbox has a file whose name leads elsewhere here, or a link stands in its way; nothing was written."""


class ServerProblem(SandbenchError):
    """The server refused a request, or could not do it.

    code: stays the same in later versions, such as "invalid_argument" (see rest.md). detail: a sentence for people.
    status: of HTTP; 0 where the answer had begun already.
    """

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
