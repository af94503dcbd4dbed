"""Gathers finer than the mesh can hold: small folds laid into cloth that has been draped, before `finish`.

A light cloth gathered into a cuff comes off the solver as a smooth bell; in life each gather runs on as a narrow valley
that widens and fades. The valleys are laid inwards along the cloth's own normals, no two alike.
"""
import numpy as np

from .pieces import normals


def everywhere(g, p):
    """The piece's own coordinates (a goes round, 0..1; b along) at every vertex of the finer cloth; nan elsewhere."""
    a, b = np.full(g.n, np.nan), np.full(g.n, np.nan)
    a[p.ids], b[p.ids] = p.param.T
    if g.finer:
        i, j = g.finer.edges.T
        a[g.finer.n:] = (a[i] + a[j] + np.round(np.nan_to_num(a[i] - a[j]))) / 2
        b[g.finer.n:] = (b[i] + b[j]) / 2
    return a, b


def outward(g, p):
    """Unit normals, away from the piece's middle."""
    f = g.triangles(p)
    if g.finer:
        f, = g.finer.faces(f)
    n, mine = normals(g.x, f), np.unique(f)
    return n * np.sign((n[mine] * (g.x[mine] - g.x[mine].mean(0))).sum())


def gather(g, p, count, start, length, depth, width, seed=1, soft=.05, lean=.02):
    """Lay `count` folds into piece `p`, from b = `start` on, at most `length` long (in b, may be negative) and `depth`
    metres deep; `width` and `lean`, how far they wander, are parts of the way round. They set in over `soft` of their length."""
    rng = np.random.default_rng(seed)
    a, b = everywhere(g, p)
    here = np.isfinite(a) & np.isfinite(b)
    a, b, d = a[here], b[here], np.zeros(here.sum())
    for k in range(count):
        long, deep, wide = length * rng.uniform(.4, 1), depth * rng.uniform(.4, 1), width * rng.uniform(.7, 1.3)
        t = (b - start) / long
        off = a - (k + .8 * rng.random()) / count - rng.normal(0, lean) * t
        off -= np.round(off)
        fade = np.clip(t / soft, 0, 1) if soft else (t >= -.01)
        d += deep * fade * np.clip(1 - t, 0, 1) ** 1.3 * np.exp(-(off / (wide * (.7 + 1.1 * np.clip(t, 0, 1)))) ** 2)
    g.x[here] -= outward(g, p)[here] * d[:, None]


def drawn(g, p, knot, rays, seed=1, scale=.72):
    """Lay folds that a tie draws together at `knot`, (a, b) in the coordinates of a torso (`scale` metres once round). Each of
    `rays` is (angle from the level in radians, length, depth, width in metres); it begins narrow and deep, widens and sags."""
    rng = np.random.default_rng(seed)
    a, b = everywhere(g, p)
    here = np.isfinite(a) & np.isfinite(b)
    x, y = (a[here] - knot[0]) * scale, b[here] - knot[1]
    r, turn = np.hypot(x, y), np.arctan2(y, x)
    d = 0 * r
    for angle, long, deep, wide in rays:
        t = r / long
        bend = rng.normal(0, .10)
        off = (turn - angle - (.22 * np.cos(angle) + bend) * t ** 2) * r
        w = wide * (.35 + .9 * np.clip(t, 0, 1))
        run = np.clip((r - .025) / .06, 0, 1) * np.clip(1 - t, 0, 1) ** 1.2
        # a valley with a crest on its upper side: drawn cloth does not dip alike on both
        d += deep * run * (np.exp(-(off / w) ** 2) - .75 * np.exp(-((off - 1.5 * w) / (.9 * w)) ** 2))
    g.x[here] -= outward(g, p)[here] * d[:, None]
