# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Pools on real engines."""

import threading

from engines import on_each_engine
from sandbench.llm_sandbox import SandboxSession
from sandbench.llm_sandbox.exceptions import ExtraArgumentsError, LibraryInstallationNotSupportedError
from sandbench.llm_sandbox.pool import (
    DuplicateClientError, ExhaustionStrategy, PoolClosedError, PoolConfig, PoolExhaustedError, create_pool_manager,
)


@on_each_engine
class Pools:
    engine = ""

    def pool(self, **config):
        return create_pool_manager(backend=self.engine, config=PoolConfig(**config))

    def test_give_each_session_a_sandbox_that_nobody_used(self):
        with self.pool(max_pool_size=1, min_pool_size=1) as pool:
            with SandboxSession(pool=pool) as session:
                session.run("open('/tmp/trace', 'w').write('a'); open('trace', 'w').write('b')")
            with SandboxSession(pool=pool) as session:
                self.assertEqual(session.run("import os; print(os.path.exists('/tmp/trace'), os.listdir('.'))").stdout, "False []\n")

    def test_fail_at_once_if_they_shall(self):
        with self.pool(max_pool_size=1, exhaustion_strategy=ExhaustionStrategy.FAIL_FAST) as pool:
            taken = pool.acquire()
            with self.assertRaisesRegex(PoolExhaustedError, "All 1 containers in pool are busy$"):
                pool.acquire()
            pool.release(taken)
            pool.release(pool.acquire())

    def test_wait_and_give_up(self):
        with self.pool(max_pool_size=1, acquisition_timeout=1) as pool:
            pool.acquire()
            with self.assertRaisesRegex(PoolExhaustedError, "timeout of 1s exceeded"):
                pool.acquire()

    def test_wait_for_the_next_that_is_free(self):
        with self.pool(max_pool_size=1, acquisition_timeout=60) as pool:
            outputs = []

            def work():
                with SandboxSession(pool=pool) as session:
                    outputs.append(session.run("print(1)").stdout)
            threads = [threading.Thread(target=work) for _ in range(4)]
            for each in threads:
                each.start()
            for each in threads:
                each.join()
            self.assertEqual(outputs, ["1\n"] * 4)

    def test_have_more_if_they_shall(self):
        with self.pool(max_pool_size=1, exhaustion_strategy=ExhaustionStrategy.TEMPORARY) as pool:
            self.assertNotEqual(pool.acquire().container_id, pool.acquire().container_id)

    def test_tell_how_many_there_are(self):
        with self.pool(max_pool_size=2) as pool:
            pool.acquire()
            stats = pool.get_stats()
            self.assertEqual((stats["max_size"], stats["state_counts"]["busy"], stats["closed"]), (2, 1, False))
        self.assertEqual(pool.get_stats()["closed"], True)

    def test_that_are_closed_give_nothing(self):
        pool = self.pool()
        pool.close()
        pool.close()
        with self.assertRaises(PoolClosedError):
            pool.acquire()

    def test_have_said_what_their_sandboxes_are(self):
        with self.pool() as pool:
            for error, options in ((DuplicateClientError, {"client": object()}), (ExtraArgumentsError, {"image": "a"}),
                                   (ExtraArgumentsError, {"runtime_configs": {"user": "1"}})):
                with self.subTest(options=options), self.assertRaises(error):
                    SandboxSession(pool=pool, **options)
            with SandboxSession(pool=pool) as session, self.assertRaises(LibraryInstallationNotSupportedError):
                session.run("1", libraries=["numpy"])
            self.assertEqual(pool.get_stats()["state_counts"]["busy"], 0)
