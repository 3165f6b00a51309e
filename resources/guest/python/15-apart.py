# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- What keeps programs from the servers, and from each other -----------------------------------------------------------


class Apart:
    """All are processes of one user, so nothing but this keeps a program from changing a server that later programs are
    forked from. A server is not dumpable: nobody opens its memory. A seat enters a Landlock domain of its own, where the
    agent found Landlock: it can reach into nothing outside."""

    RULES = 5  # descriptor of the server: the domain's rules, made by the agent
    PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 4, 38
    LANDLOCK_RESTRICT_SELF = 446  # on every machine
    prctl = syscall = None
    has_domains = False

    @classmethod
    def protect_server(cls):
        """Whether programs may be forked from this process."""
        try:
            cls.find_functions()
        except (AttributeError, OSError):  # no C library that can be asked, or another interpreter's _ctypes
            return False
        try:
            os.fstat(cls.RULES)
            cls.has_domains = True
        except OSError:
            pass
        cls.dumpable = tuple(map(cls.number, (cls.PR_SET_DUMPABLE, 1)))
        cls.no_new_privileges = tuple(map(cls.number, (cls.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)))
        cls.into_domain = tuple(map(cls.number, (cls.LANDLOCK_RESTRICT_SELF, cls.RULES, 0)))
        return cls.call(cls.prctl, cls.PR_SET_DUMPABLE, 0) == 0

    @classmethod
    def find_functions(cls):
        if cls.prctl:  # by the process that this one is a copy of
            return

        class Long(_ctypes._SimpleCData):
            _type_ = "l"

        class Function(_ctypes.CFuncPtr):
            _flags_ = 1  # the C calling convention
            _restype_ = Long

        program = _ctypes.dlopen(None, os.RTLD_NOW)
        cls.number = Long
        cls.call = staticmethod(lambda function, *numbers: function(*map(Long, numbers)))
        cls.function = staticmethod(lambda name: Function(_ctypes.dlsym(program, name)))
        cls.prctl, cls.syscall = map(cls.function, ("prctl", "syscall"))

    @classmethod
    def leave_server(cls):
        """In a seat, before it has anything of a program. It ends where it would not be apart."""
        if not cls.has_domains:
            return
        if cls.prctl(*cls.no_new_privileges) or cls.syscall(*cls.into_domain):
            os._exit(1)
        os.close(cls.RULES)

    @classmethod
    def hide(cls):
        """Nobody opens this process's memory from now on."""
        if cls.prctl is not None:
            cls.call(cls.prctl, cls.PR_SET_DUMPABLE, 0)

    @classmethod
    def become_program(cls, stays):
        """As programs are: dumpable. One that @p stays among others, a context, only in a domain of its own."""
        if cls.prctl is not None and (cls.has_domains or not stays):
            cls.prctl(*cls.dumpable)
