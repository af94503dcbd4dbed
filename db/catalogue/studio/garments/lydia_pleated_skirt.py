"""Lydia: sunray knife pleats from waistband to ankle; satin crêpe.

Pleats are pressed before they are hung: the folded shape is the cloth's rest shape. They face away from the key light,
so that each edge draws its own line.
"""
import numpy as np

from tailor import body, pieces, trims
from tailor.garment import Garment

DETAIL = (.96, .40, .02, -.30)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)
PLEATS = 68
# one pleat in plan, in pitches round and in depths outwards: the outer face runs over the next, then doubles back beneath
# (the edge rolls in a little: that is its shade on the side where it faces away)
ROUND = (0, .14, .50, .90, 1.24, 1.38, 1.26, 1.10)
OUT = (0, .32, .66, .92, 1.0, .80, .42, .10)


def make(detail):
    g = Garment('satin', 'satin', (0.115, 0.030, 0.085), arms=False, detail=detail)
    per = len(ROUND)
    N, R = PLEATS * per, int(122 * detail)
    top, hem = body.WAIST + .004, 0.085
    k, q = np.divmod(np.arange(N), per)
    go, out = np.array(ROUND)[q], np.array(OUT)[q]
    rng = np.random.default_rng(4)
    sway = sum(rng.normal(0, .0115) * np.sin(2 * np.pi * (m * (k + go) / PLEATS + rng.random())) for m in range(2, 7))
    a0, b0, y0 = body.section(top)
    th = -2 * np.pi * (k + go) / PLEATS
    x = np.empty((R, N, 3))
    A = B = 0
    for r, t in enumerate(np.linspace(0, 1, R)):
        z = top - (top - hem) * t
        a, b, _ = body.section(z)
        A = max(A, a + .010, a0 + .005 + (.238 - a0) * t ** .75)        # below the hip it is a column that opens
        B = max(B, b + .010, b0 + .005 + (.212 - b0) * t ** .75)
        rr = (.0032 + .0165 * t) * out + sway * t ** 2
        x[r] = np.stack([(A + rr) * np.sin(th), (B + rr) * np.cos(th) + y0 * (1 - t), np.full(N, z)], -1)
    p = g.add(pieces.grid('skirt', x[:, ::-1]))
    for r in range(3):
        p.pinned[p.row(r)] = True
    p.hems[p.row(-1)] = True
    pieces.tether(p, 2)
    g.drape(frames=18, thick=.0010, bend=25.0, keep_bends=True, fine=0)     # a finer mesh would forget the pressing
    g.finish(thickness=.0010)
    trims.waistband(g, height=0.036, out=0.0115, wobble=.0006, tilt=-.001, name='waistband')
    return g
