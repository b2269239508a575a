"""Without Numba everything works, slower, and says so once."""

from cardlab import _kernels, stud8


def test_it_is_said_once_that_answers_take_longer(monkeypatch, capsys):
    monkeypatch.setattr(_kernels, "compiled", False)
    monkeypatch.setattr(_kernels, "_told", False)
    matchup = stud8.Matchup("As2h3d9c4c8s", "KcKdQh7s2c2d")
    slow = matchup.exact()
    matchup.exact()
    assert capsys.readouterr().err == "cardlab: Numba is not installed, so answers take longer\n"
    monkeypatch.undo()
    assert matchup.exact() == slow
    assert "longer" not in capsys.readouterr().err
