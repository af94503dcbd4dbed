"""Waistbands of cloth: never quite level nor round, pressed out from below by what is gathered into them, drawn together by
elastic, and closed where one end laps over the other."""
import numpy as np

from . import body
from .trims import sheet

# across the band: height (parts of it) and how far out (m); up the outside, over the top, down the inside
PROFILE = ((-.50, -.0040), (-.50, -.0014), (-.485, -.0003), (-.44, .0002), (-.30, .0004), (-.12, .0005), (.06, .0005), (.24, .0004),
           (.38, .0002), (.46, -.0001), (.495, -.0008), (.505, -.0016), (.49, -.0026), (.35, -.0030), (-.20, -.0032))


def _noise(u, counts, rng):
    """Waves round the waist, about 1 high."""
    return sum(rng.uniform(.5, 1) * np.sin(2 * np.pi * (c * u + rng.random())) for c in counts) / len(counts) ** .5


def _between(u, lo, hi, soft=.004):
    """1 where u, which goes round, lies from lo to hi."""
    d = (u - (lo + hi) / 2 + .5) % 1 - .5
    return np.clip(((hi - lo) / 2 - np.abs(d)) / soft, 0, 1)


def band(g, height=.036, out=.0105, z=body.WAIST, tilt=.003, slack=.0011, press=.0009, pressed=(43, 58, 77), elastic=None,
         ripples=(37, 53, 67), deep=.0013, stand=.0021, fade=.004, seams=(), end=None, lap=.034, stitched=False, seed=1, n=1100,
         step=.0021, snug=0, **kw):
    """A waistband `height` metres tall round the height z, `out` metres from the body, `tilt` lower in front.

    slack (m): how far it wanders. press (m): how far gathers push its lower edge out, `pressed` how many all round.
    elastic (lo, hi, in u): where it is a casing drawn into `ripples`, `deep` metres; it stands out by `stand` metres
    and sets in over `fade` (in u). seams: at which u it is pieced.
    end: the u where one end lies over the other by `lap` metres, `step` higher; without, the ring is whole. stitched: along both
    edges, 4 mm from them. snug (m): how much nearer the body its lower edge is than its middle."""
    rng = np.random.default_rng(seed)
    s = np.linspace(0, 1, n, endpoint=False)
    u, raised = s, 0 * s
    if end is not None:
        s = np.linspace(0, 1 + lap / .74, n)
        u = end + s
        raised = step * np.clip((s - 1 + .002) / .004, 0, 1) - .0030 * (s >= s[-2])
    roll, low, high = _noise(u, (2, 3, 5), rng), _noise(u, (1, 2, 4, 7), rng), _noise(u, (2, 3, 6, 9), rng)
    bumps = np.maximum(0, _noise(u, pressed, rng) + .2 * _noise(u, (7, 11), rng))
    drawn = _between(u, *elastic, fade) if elastic else 0 * u
    bumps, casing = bumps * (1 - drawn), drawn * _noise(u + .0008 * _noise(u, (9, 14), rng), ripples, rng)
    groove = sum((np.exp(-(((u - k + .5) % 1 - .5) / .0011) ** 2) for k in seams), 0 * u)
    rows = []
    for h, o in PROFILE:
        away = out + o + raised + slack * (.7 * roll * h * 2 + .4 * low) + press * bumps * np.exp(-(h + .5) / .22)
        away += casing * deep * (1 - .45 * (2 * h) ** 2) + drawn * stand + min(h, 0) * 2 * snug - groove * .0013
        up = slack * (high if h > 0 else low) * .55 + casing * .0003 * 2 * h
        rows.append(body.around(u, z + h * height * (1 - .02 * drawn) + up + tilt * np.cos(2 * np.pi * u), away))
    if stitched:
        edge = [height * (.5 - abs(h)) if o > -.0015 else 0 for h, o in PROFILE]
        kw['top'] = np.repeat(np.maximum(edge, 0), len(u))
    sheet(g, 'waistband', np.array(rows), end is None, thickness=0, flip=True, **kw)
