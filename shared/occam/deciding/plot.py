"""The reliability diagram as SVG: how often decisions of each confidence were right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from occam.deciding.reliability import Bin

SIDE = 360
EDGE = 48
_BAR, _GAP, _INK, _PALE = "#4878a8", "#c8503c", "#333333", "#dddddd"
_TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


def reliability_svg(found: Sequence[Bin], title: str) -> str:
    """Bars are accuracy by confidence, the line is what a calibrated decider would show; beneath,
    how many decisions each bin holds."""
    width, height = SIDE + 2 * EDGE, SIDE + 3 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        _text(width / 2, 24, title, size=14),
        *_axes(),
        *(part for each in found for part in _bar(each)),
        f'<line x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}" '
        f'stroke="{_INK}" stroke-dasharray="5 4"/>',
        _text(_x(0.5), _y(0) + 34, "confidence; below, decisions in each bin"),
        *(_text(_x((each.low + each.high) / 2), _y(0) + 52, f"{each.number}") for each in found),
        f'<text x="14" y="{_y(0.5)}" text-anchor="middle" fill="{_INK}" '
        f'transform="rotate(-90 14 {_y(0.5)})">accuracy</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _axes() -> Iterator[str]:
    for tick in _TICKS:
        yield (
            f'<line x1="{_x(0)}" y1="{_y(tick)}" x2="{_x(1)}" y2="{_y(tick)}" stroke="{_PALE}"/>'
        )
        yield _text(_x(0) - 16, _y(tick) + 4, f"{tick:.1f}")
        yield _text(_x(tick), _y(0) + 16, f"{tick:.1f}")


def _bar(each: Bin) -> Iterator[str]:
    """The bar of a bin, and a mark where its mean confidence lies."""
    if not each.number:
        return
    left, right = _x(each.low) + 2, _x(each.high) - 2
    yield (
        f'<rect x="{left}" y="{_y(each.accuracy)}" width="{_short(right - left)}" '
        f'height="{_short(_y(0) - _y(each.accuracy))}" fill="{_BAR}" fill-opacity="0.8">'
        f"<title>{each.number} decisions, {each.accuracy:.3f} right</title></rect>"
    )
    at = _y(each.confidence)
    yield f'<line x1="{left}" y1="{at}" x2="{right}" y2="{at}" stroke="{_GAP}" stroke-width="2"/>'


def _text(x: float, y: float, text: str, size: int = 11) -> str:
    plain = text.replace("&", "&amp;").replace("<", "&lt;")
    return (
        f'<text x="{_short(x)}" y="{_short(y)}" text-anchor="middle" font-size="{size}" '
        f'fill="{_INK}">{plain}</text>'
    )


def _x(value: float) -> float:
    return _short(EDGE + value * SIDE)


def _y(value: float) -> float:
    return _short(EDGE + (1 - value) * SIDE)


def _short(value: float) -> float:
    return round(value, 1)
