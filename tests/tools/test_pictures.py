"""The pictures of the docs: each is one that `make pictures` takes."""

from pathlib import Path

import pytest
from tools.pictures import FRONT, IMAGES, MOVING, SHOTS, WAY, main

EMPTY = 20_000
"""Bytes of a picture with nothing on it."""


def test_every_picture_is_taken_by_the_tool() -> None:
    assert {picture.stem for picture in IMAGES.glob("*.png")} == {*FRONT, *WAY, *SHOTS}
    assert {picture.stem for picture in IMAGES.glob("*.webp")} == {MOVING}


@pytest.mark.soak
def test_the_pictures_can_be_taken(tmp_path: Path) -> None:
    main([], tmp_path)
    assert {picture.name for picture in tmp_path.iterdir()} == {
        picture.name for picture in IMAGES.glob("*.[pw]*")
    }
    assert min(picture.stat().st_size for picture in tmp_path.iterdir()) > EMPTY
