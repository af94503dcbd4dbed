"""Lydia: sunray knife pleats from waistband to ankle; satin crêpe. The band is flat in front, elastic behind.

Pleats are pressed before they are hung: the folded shape is the cloth's rest shape. They face away from the key light,
so that each edge draws its own line. They hold to their pressing at the waist; further down they swing in groups, some
open and some closed.
"""
import numpy as np

from tailor import body, pieces, pressed, waists
from tailor.garment import Garment

DETAIL = (.96, .40, .02, -.30)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)
CLOSE = (.76, .76, .76)             # how the cloth is printed there (linear), so that it is as deep as in the other pictures
PLEATS = 68
# one pleat in plan, in pitches round and in depths outwards: the outer face runs over the next, then doubles back beneath
# (the edge rolls in a little: that is its shade on the side where it faces away)
ROUND = (0, .14, .50, .90, 1.24, 1.38, 1.26, 1.10)
OUT = (0, .32, .66, .92, 1.0, .80, .42, .10)
EDGE = (0, 0, 0, .25, .8, 1, .5, 0)                      # which of these roll where a pleat has lost its edge


def waves(n, counts, rng):
    """A number for each of n pleats, about 1 large: like its neighbours', and the same again once round."""
    k = np.arange(n) / n
    return sum(rng.normal() * np.sin(2 * np.pi * (c * k + rng.random())) for c in counts) / (len(counts) / 2) ** .5


def hanging(rng):
    """How the pleats hang, as functions of the depth t: where each begins (in pitches), how wide it is, how deep."""
    groups, own, turn = waves(PLEATS, range(4, 12), rng), rng.normal(0, 1, PLEATS), waves(PLEATS, range(2, 7), rng)
    late = rng.uniform(.25, .8, PLEATS)                  # where its pressing lets go

    def at(t):
        wide = np.exp((.17 * groups * t ** 1.3) + .10 * own * np.clip((t - late) / .4, 0, 1) + .025 * own)
        wide *= PLEATS / wide.sum()
        first = np.concatenate([[0], np.cumsum(wide)[:-1]]) + .38 * turn * t ** 1.6
        return first, wide, (1 / wide) ** .8
    return at


def eased(g, p, at=35.3, out=.013, apart=.010):
    """Near the hem two groups of pleats, one swung out and one in, meet in front of one another at pleat `at`: bring them level
    (by `out` metres each) and `apart`."""
    R, N = p.shape
    d = np.arange(N) / len(ROUND) - at
    aside = np.tanh(d) * np.exp(-np.abs(d) / 7) * np.clip((np.linspace(0, 1, R)[:, None] - .4) / .6, 0, 1) ** 1.3
    g.x[p.ids, :2] -= aside.ravel()[:, None] * (apart, out)


def make(detail):
    g = Garment('satin', 'satin', (0.136, 0.0366, 0.104), arms=False, detail=detail)
    per = len(ROUND)
    N, R = PLEATS * per, int(122 * detail)
    top, hem = body.WAIST + .004, 0.085
    k, q = np.divmod(np.arange(N), per)
    go, out, edge = np.array(ROUND)[q], np.array(OUT)[q], np.array(EDGE)[q]
    rng = np.random.default_rng(4)
    sway = sum(rng.normal(0, .0115) * np.sin(2 * np.pi * (m * (k + go) / PLEATS + rng.random())) for m in range(2, 7))
    pleats = hanging(rng)
    push = .0042 * waves(PLEATS, range(6, 15), rng)[k]   # groups that swing out, others in
    roll = (np.maximum(0, rng.normal(-1.1, .8, PLEATS)))[k] * edge
    fall = (.0022 * waves(PLEATS, range(2, 8), rng) + rng.normal(0, .0011, PLEATS))[k]
    a0, b0, y0 = body.section(top)
    x = np.empty((R, N, 3))
    A = B = 0
    for r, t in enumerate(np.linspace(0, 1, R)):
        z = top - (top - hem) * t
        a, b, _ = body.section(z)
        A = max(A, a + .010, a0 + .005 + (.238 - a0) * t ** .75)        # below the hip it is a column that opens
        B = max(B, b + .010, b0 + .005 + (.212 - b0) * t ** .75)
        first, wide, deep = pleats(t)
        curl = roll * np.clip((t - .45) / .5, 0, 1)
        th = -2 * np.pi * (first[k] + (go - .30 * curl) * wide[k]) / PLEATS
        rr = (.0040 + .0215 * t) * (out * deep[k] + .45 * curl) + sway * t ** 2 + push * t ** 1.5
        x[r] = np.stack([(A + rr) * np.sin(th), (B + rr) * np.cos(th) + y0 * (1 - t), z + fall * t ** 3], -1)
    p = g.add(pieces.grid('skirt', x[:, ::-1]))
    p.pleats = PLEATS
    for r in range(3):
        p.pinned[p.row(r)] = True
    p.hems[p.row(-1)] = True
    pieces.tether(p, 2)
    g.drape(frames=18, thick=.0010, bend=25.0, keep_bends=True, fine=0)     # a finer mesh would forget the pressing
    eased(g, p)
    pressed.under_belt(g, (p,), body.WAIST - .017, body.WAIST + .03, .0094, soft=.014)
    g.finish(thickness=.0010)
    waists.band(g, height=.036, out=.0114, tilt=-.001, press=.0005, pressed=(67, 71), elastic=(.755, 1.245), stand=.0006,
                fade=.03, snug=.0014, seams=(.25, .75), seed=3)
    return g
