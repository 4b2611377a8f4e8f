"""No test reads what the person who runs it has practised, or in which language."""

import pytest


@pytest.fixture(autouse=True)
def _own_record(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "data"))
    for name in ("QUIZ_LANG", "QUIZ_BANK"):
        monkeypatch.delenv(name, raising=False)
