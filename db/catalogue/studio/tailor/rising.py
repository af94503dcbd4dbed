"""Folds of a skirt that run on upwards: where it is sewn to what lies close, all of them would begin along one level.

In a long line cut in one, a fold fades into the hip where the cloth has room for it, each at a height of its own. The
relief the skirt has a little below the seam is carried up over it and fades there, here sooner, there later.
"""
import numpy as np
from scipy.interpolate import LinearNDInterpolator, RegularGridInterpolator
from scipy.ndimage import gaussian_filter1d

from . import body
from .folds import everywhere
from .steps import smoothstep

AROUND = 512                        # samples once round
STEP = .004                         # of height (m)
FINE = 26                           # folds more than these, once round, do not rise


def opened(g, start, end, here, rounds=110):
    """Open folds that lie over each other between the heights `start` and `end`, into which no height could be read."""
    a, b = np.concatenate([g.E, g.E[:, ::-1]]).T
    count = np.maximum(np.bincount(a, minlength=g.n), 1)
    z = g.x[:, 2]
    much = .6 * here * smoothstep((z - start) / (.5 * (end - start))) * smoothstep((end - z) / .06)
    for _ in range(rounds):
        mean = np.stack([np.bincount(a, g.x[b, k], g.n) / count for k in (0, 1)], 1)
        g.x[:, :2] += much[:, None] * (mean - g.x[:, :2])


def radii(turn, z, r, levels):
    """The cloth's distance from its axis on a grid of `levels` (m) by AROUND directions."""
    wrap = np.concatenate([turn - 1, turn, turn + 1])
    near = (wrap > -.04) & (wrap < 1.04)
    at = LinearNDInterpolator(np.column_stack([wrap, np.tile(z, 3)])[near], np.tile(r, 3)[near])
    out = at(*np.meshgrid(np.arange(AROUND) / AROUND, levels))
    return np.where(np.isfinite(out), out, np.nanmean(out))


def rise(g, ps, height, low, tops, wide=4, seed=1, much=1.0):
    """Carry the folds which pieces `ps`, sewn at `height`, have `low` metres below it on upwards; they end between `tops` (m from
    the seam, lowest and highest). Narrower than the `wide`th part of the way round, it is a fold. much: how deep they are."""
    rng = np.random.default_rng(seed)
    start, end = height - low, height + max(tops[1], .15)
    here = np.any([np.isfinite(everywhere(g, p)[0]) for p in ps], axis=0)
    opened(g, start - .03, height + .10, here)
    here &= (np.abs(g.x[:, 2] - (start + end) / 2) < (end - start) / 2 + .05)
    x, y, z = g.x[here].T
    y = y - body.section(height)[2]
    turn, r = np.mod(np.arctan2(x, y) / (2 * np.pi), 1), np.hypot(x, y)
    levels = np.arange(start - .03, end + .03, STEP)
    was = radii(turn, z, r, levels)
    waves = np.fft.rfft(was, axis=1)
    count = np.arange(waves.shape[1])
    line = np.fft.irfft(waves * (count <= wide), AROUND, axis=1)          # what it would be without folds
    own = np.fft.irfft(waves * (count > wide) * np.exp(-(count / FINE) ** 4), AROUND, axis=1)
    first = own[np.abs(levels - start) < .02].mean(0)
    u, h = np.arange(AROUND) / AROUND, levels[:, None]
    wander = sum(k * np.sin(2 * np.pi * (n * u + rng.random())) for n, k in ((3, .5), (7, .8), (11, .7), (16, .6)))
    wander = np.clip(wander / 2.6 + .5, 0, 1)
    top = height + tops[0] + (tops[1] - tops[0]) * wander
    risen = much * first * smoothstep((top - h) / (top - start))
    below, above = smoothstep((h - start) / (low * .6)), smoothstep((height + .15 - h) / .11)     # where its own folds give way
    folds = own * (1 - np.minimum(below, above)) + risen * below
    even = gaussian_filter1d(line, .03 / STEP, axis=0, mode='nearest')
    line = line + (even - line) * smoothstep(1 - np.abs(h - height) / low)
    change = line + folds - own - np.fft.irfft(waves * (count <= wide), AROUND, axis=1)
    change = RegularGridInterpolator((levels, np.arange(AROUND + 1) / AROUND), np.pad(change, ((0, 0), (0, 1)), 'wrap'),
                                     bounds_error=False, fill_value=0)(np.column_stack([z, turn]))
    g.x[here] += change[:, None] * np.column_stack([x / r, y / r, 0 * r])
