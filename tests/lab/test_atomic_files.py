"""Files of results are looked at before the work, and never half written."""

from pathlib import Path

import pytest

from quartier.core.text.errors import BadOption, QuartierError
from quartier.lab.atomic_files import must_be_replaceable, must_be_writable, write_atomically


@pytest.mark.parametrize("check", [must_be_writable, must_be_replaceable])
def test_an_unwritable_file_is_refused_before(check, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("x")
    for good in (tmp_path / "new", tmp_path / "there", Path("/dev/null")):
        check(good)
    with pytest.raises(BadOption, match="There’s no folder"):
        check(tmp_path / "no" / "file")
    with pytest.raises(QuartierError, match=r"Can’t write .*: Is a directory"):
        check(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["there"]


def test_a_process_killed_while_writing_keeps_the_old_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, write = tmp_path / "file", Path.write_text
    file.write_text("old")

    def fail_write(self: Path, text: str, **how: str) -> int:
        write(self, text[:1], **how)
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_text", fail_write)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(file, "new")
    assert file.read_text() == "old"


def test_a_link_and_a_device_stay_what_they_are(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    link.symlink_to(file)
    for text in ("one", "two"):
        write_atomically(link, text)
        assert (file.read_text(), link.is_symlink()) == (text, True)
    write_atomically(Path("/dev/null"), "three")
    assert Path("/dev/null").is_char_device()
    with pytest.raises(QuartierError, match=r"Can’t write .*: Is a directory"):
        write_atomically(tmp_path, "four")
