"""The pictures of the docs: each is one that `make pictures` takes."""

from tools.pictures import FRONT, IMAGES, MOVING, SHOTS, WAY


def test_every_picture_is_taken_by_the_tool() -> None:
    assert {picture.stem for picture in IMAGES.glob("*.png")} == {*FRONT, *WAY, *SHOTS}
    assert {picture.stem for picture in IMAGES.glob("*.webp")} == {MOVING}
