"""Folds of a skirt that run on upwards: where it is sewn to what lies close, all of them would begin along one level.

In a long line cut in one, a fold fades into the hip where the cloth has room for it, each at a height of its own. The
relief the skirt has a little below the seam is carried up over it and fades there, here sooner, there later. So are the
flutes of a cape carried up to its neck, where they become its gathers.
"""
import numpy as np
from scipy.interpolate import LinearNDInterpolator, RegularGridInterpolator
from scipy.ndimage import gaussian_filter1d

from . import body
from .folds import everywhere, sampled
from .steps import smoothstep

AROUND = 512                        # samples once round
STEP = .004                         # of height (m)
FINE = 26                           # folds more than these, once round, do not rise (as a rule)


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


def rise(g, ps, height, low, tops, wide=4, seed=1, much=1.0, fine=FINE, soft=.03):
    """Carry the folds which pieces `ps`, sewn at `height`, have `low` metres below it on upwards; they end between `tops` (m from
    the seam, lowest and highest). Narrower than the `wide`th part of the way round, it is a fold. much: how deep they are; fine:
    more than these, once round, do not rise; soft: over how many metres a step at the seam is evened out."""
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
    own = np.fft.irfft(waves * (count > wide) * np.exp(-(count / fine) ** 4), AROUND, axis=1)
    first = own[np.abs(levels - start) < .02].mean(0)
    u, h = np.arange(AROUND) / AROUND, levels[:, None]
    wander = sum(k * np.sin(2 * np.pi * (n * u + rng.random())) for n, k in ((3, .5), (7, .8), (11, .7), (16, .6)))
    wander = np.clip(wander / 2.6 + .5, 0, 1)
    top = height + tops[0] + (tops[1] - tops[0]) * wander
    risen = much * first * smoothstep((top - h) / (top - start))
    below, above = smoothstep((h - start) / (low * .6)), smoothstep((height + .15 - h) / .11)     # where its own folds give way
    folds = own * (1 - np.minimum(below, above)) + risen * below
    even = gaussian_filter1d(line, soft / STEP, axis=0, mode='nearest')
    line = line + (even - line) * smoothstep(1 - np.abs(h - height) / low)
    change = line + folds - own - np.fft.irfft(waves * (count <= wide), AROUND, axis=1)
    change = RegularGridInterpolator((levels, np.arange(AROUND + 1) / AROUND), np.pad(change, ((0, 0), (0, 1)), 'wrap'),
                                     bounds_error=False, fill_value=0)(np.column_stack([z, turn]))
    g.x[here] += change[:, None] * np.column_stack([x / r, y / r, 0 * r])


def radiate(g, p, neck, hem, wide=7, seed=1, much=1.0):
    """Let the folds of cape `p` run from its neck to its hem: between `neck` and `hem` (m from its upper edge) its own, which end
    on the chest, are replaced by those of the hem, carried up and ever narrower, and those of the neck, carried down until they
    fade. Narrower than the `wide`th part of the way round, it is a fold. much: how deep they are."""
    rng = np.random.default_rng(seed)
    x = g.placed(p).reshape(*p.shape, 3)
    s, u = p.param[:, 1].reshape(p.shape)[:, :1], np.arange(p.shape[1]) / p.shape[1]
    waves = np.fft.rfft(x, axis=1)
    count = np.arange(waves.shape[1])[:, None]
    line = np.fft.irfft(waves * np.exp(-(count / wide) ** 4), p.shape[1], axis=1)          # what it would be without folds
    n = np.cross(np.roll(line, -1, 1) - np.roll(line, 1, 1), np.gradient(line, axis=0))
    n /= np.linalg.norm(n, axis=2)[..., None]
    n *= np.sign((n * (line - line.mean(1, keepdims=True))).sum())
    own = ((x - line) * n).sum(2)
    low, high = (own[np.abs(s[:, 0] - k) < .012].mean(0) for k in (hem, neck))
    low = gaussian_filter1d(low, .004 * p.shape[1], mode='wrap')
    wander = sum(k * np.sin(2 * np.pi * (m * u + rng.random())) for m, k in ((3, .5), (7, .8), (11, .7), (16, .6)))
    top = neck - .04 + .05 * np.clip(wander / 2.6 + .5, 0, 1)
    round_ = np.linalg.norm(np.roll(line, -1, 1) - line, axis=2).sum(1)[:, None]
    risen = low * round_ / np.interp(hem, s[:, 0], round_[:, 0]) * smoothstep((s - top) / .12)
    risen += 1.1 * gaussian_filter1d(np.abs(risen), .03 * p.shape[1], axis=1, mode='wrap')  # out from what lies below
    let = high * (1 - smoothstep((s - neck) / (.8 * (hem - neck))))
    here = smoothstep((s - neck + .012) / .024) * smoothstep((hem - s) / .08)
    move = n * (here * (much * (risen + let) - own))[..., None]
    ids, move = sampled(g, p, move)
    g.x[ids] += move
