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
ROUND = (0, .14, .50, .90, 1.26, 1.38, 1.28, 1.12)
OUT = (0, .26, .52, .76, .96, 1.0, .66, .20)


def make(detail):
    g = Garment('satin', 'satin', (0.115, 0.030, 0.085), arms=False, detail=detail)
    per = len(ROUND)
    N, R = PLEATS * per, int(122 * detail)
    top, hem = body.WAIST + .004, 0.085
    k, q = np.divmod(np.arange(N), per)
    go, out = np.array(ROUND)[q], np.array(OUT)[q]
    rng = np.random.default_rng(4)
    sway = sum(rng.normal(0, .0085) * np.sin(2 * np.pi * (m * (k + go) / PLEATS + rng.random())) for m in range(2, 7))
    a0, b0, y0 = body.section(top)
    th = -2 * np.pi * (k + go) / PLEATS
    x = np.empty((R, N, 3))
    for r, t in enumerate(np.linspace(0, 1, R)):
        z = top - (top - hem) * t
        a, b, _ = body.section(z)
        A = max(a + .010, a0 + .005 + (.285 - a0) * t ** .62)
        B = max(b + .010, b0 + .005 + (.255 - b0) * t ** .62)
        rr = (.0032 + .0185 * t) * out + sway * t ** 2
        x[r] = np.stack([(A + rr) * np.sin(th), (B + rr) * np.cos(th) + y0 * (1 - t), np.full(N, z)], -1)
    p = g.add(pieces.grid('skirt', x[:, ::-1]))
    for r in range(3):
        p.pinned[p.row(r)] = True
    p.hems[p.row(-1)] = True
    pieces.tether(p, 2)
    g.drape(frames=24, thick=.0016, bend=25.0, keep_bends=True, fine=0)     # a finer mesh would forget the pressing
    g.finish(thickness=.0010)
    trims.waistband(g, height=0.036, out=0.0115, wobble=.0006, name='waistband')
    return g
