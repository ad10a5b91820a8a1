"""`quartier admin`: what hosts do at the machine, while the server goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from quartier.server.moderation import actions
from tests.cli.terminal import Terminal
from tests.server.harness import browser, quiet, running
from tests.server.hosting import finish_game, post, with_account


def test_a_host_does_everything_at_the_machine(quartier_command: Terminal, tmp_path: Path) -> None:
    data = tmp_path / "games.db"

    def admin(*arguments: str) -> str:
        command = quartier_command("admin", *arguments, "--data", str(data))
        assert command.code == 0, command.err
        return command.out

    with running(quiet(data)) as server:
        ada, rude = with_account(server, "Ada L"), with_account(server, "Rude One")
        assert "no moderators yet" in admin("hosts")
        page = admin("grant", "ada l", "--base-url", "https://games.example.org/quartier/").split()[-1]
        assert page == "https://games.example.org/quartier/host"
        assert admin("hosts").split("\n")[0] == "Ada L"
        assert ada.client.get("/host").status_code == 200
        admin("revoke", "Ada L")
        assert ada.client.get("/host").status_code == 403
        link = admin("link", "--base-url", "https://games.example.org/").split()[-1]
        assert link.startswith("https://games.example.org/host/claim#")
        assert post(ada, "host/claim", code=link.partition("#")[2]).status_code == 200

        hurt, bob = finish_game(server)
        hurt.client.post(f"{hurt.path}/words/1/report").raise_for_status()
        line = admin("reports").splitlines()[-1]
        assert f"table {hurt.table}" in line
        assert "Bob wrote “my street, my rules”, reported by Ada" in line
        admin("close", line.split()[0])
        assert "No open reports" in admin("reports")
        admin("ban", "Rude One", "--reason", "Too rude", "--days", "2")
        listed = admin("bans")
        assert "Too rude" in listed
        admin("unban", listed.split()[0])
        admin("ban", "--address", "203.0.113.9", "--reason", "A flood")
        admin("sign-out", "Rude One")
        admin("hide", hurt.table)
        admin("show", hurt.table)
        admin("delete", hurt.table)
        assert bob.client.get(bob.path).status_code == 404
        token = admin("program", "Of the house").split()[-1]
        assert token.startswith("quartier-")
        listed = admin("programs")
        assert "never used" in listed
        admin("revoke-program", listed.split()[0])
        assert "You haven’t issued" in admin("programs")
        admin("keep", "30")
        admin("keep", "0")
        admin("invite-only", "yes")
        code = admin("invite", "--note", "the club").strip().partition("#")[2]
        assert post(browser(server.url), "invitation", code=code).status_code == 200
        admin("invite-only", "no")
        for command in ("hide-account", "show-account", "delete-account"):
            admin(command, "Rude One")
        credentials = {"name": "Rude One", "password": "three green bicycles"}
        assert rude.client.post("/api/account/sign-in", json=credentials).status_code == 403
        assert "deleted an account" in admin("log")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("grant", "Nobody"), 1, "There’s no account named"),
        (("revoke", "Nobody"), 1, "There’s no account named"),
        (("delete", "nothing"), 1, "Nothing found for “nothing”"),
        (("ban", "--reason", "x"), 2, "Give an account name"),
        (("ban", "--address", "x", "--reason", "x"), 1, "Enter an IP address"),
        (("keep", "many"), 2, "DAYS"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    quartier_command: Terminal, tmp_path: Path, arguments: tuple[str, ...], code: int, message: str
) -> None:
    with running(quiet(tmp_path / "games.db")):
        pass
    answer = quartier_command("admin", *arguments, "--data", str(tmp_path / "games.db"))
    assert (answer.code, answer.err.count("\n")) == (code, 1), answer
    assert message in answer.err


def test_without_data_nothing_is_made(quartier_command: Terminal, tmp_path: Path) -> None:
    answer = quartier_command("admin", "hosts", "--data", str(tmp_path / "games.db"))
    assert answer.code == 2
    assert "There’s no data from this version there" in answer.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["link", "invite"])
def test_a_code_is_not_spent_on_a_link_that_leads_nowhere(
    quartier_command: Terminal, tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(quiet(tmp_path / "games.db")):
        pass
    monkeypatch.setattr(actions, command, lambda *_: pytest.fail("a code is made"))
    answer = quartier_command("admin", command, "--base-url", "x", "--data", str(tmp_path / "games.db"))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "Error: Invalid URL “x”. Example: https://games.example.org\n"
