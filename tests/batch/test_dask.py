"""Dask on a local cluster: the same bytes as here, and a killed worker loses nothing."""

import os
import signal
import threading
import time

import pytest

from grader.bank.load import load
from grader.bank.locate import shipped
from grader.batch import engines
from grader.batch.gradebook import Rules, graded
from grader.batch.read import read

pytestmark = pytest.mark.heavy
BANK = load(shipped("problems"))
ANSWERS = "student,problem,part,answer\n" + "".join(
    f's{n},2.2,logits,"[{n / 1000}, -0.14, -0.49, 0.51]"\ns{n},4.3,loss,{n / 1000}\n' for n in range(3000)
)


def test_the_same_bytes_also_after_a_worker_was_killed():
    submitted = read(ANSWERS.encode())
    here = graded(BANK, submitted, Rules())
    with engines.engine_of("dask", BANK, 2) as engine:
        assert graded(BANK, submitted, Rules(), engine) == here
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:
        address = cluster.scheduler_address
        pids = Client(cluster).run(os.getpid)

        def kill():
            time.sleep(1.5)
            os.kill(next(iter(pids.values())), signal.SIGKILL)

        threading.Thread(target=kill).start()
        with engines.engine_of("dask", BANK, 2, address) as engine:
            assert graded(BANK, submitted, Rules(), engine) == here
