"""Lydia: sunray knife pleats from waistband to ankle; satin crêpe.

Pleats are pressed before they are hung: the folded shape is the cloth's rest shape.
"""
import numpy as np

from tailor import body, pieces, trims
from tailor.garment import Garment

DETAIL = (.96, .40, .02, -.30)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def make(detail):
    g = Garment('satin', 'satin', (0.115, 0.030, 0.085), arms=False, detail=detail)
    count, per = 52, 8
    N = count * per
    R = int(130 * detail)
    top, hem = body.WAIST + .004, 0.05
    t = np.linspace(0, 1, R)
    j = np.arange(N)
    k, q = np.divmod(j, per)
    q = q / per
    # knife pleat in plan: outer face runs past the next fold, then doubles back beneath
    go = np.interp(q, [0, .58, 1.0], [0, 1.42, 1.0])
    out = np.interp(q, [0, .08, .50, .58, .95, 1.0], [.0, .25, .85, 1.0, .15, 0])
    x = np.empty((R, N, 3))
    rng = np.random.default_rng(4)
    sway = sum(rng.normal(0, .012) * np.sin(2 * np.pi * (m * k / count + rng.random())) for m in range(2, 7))
    for r in range(R):
        z = top - (top - hem) * t[r]
        a, b, y = body.section(z)
        a0, b0, y0 = body.section(top)
        A = max(a + .012, a0 + .006 + (.300 - a0) * t[r] ** .6)
        B = max(b + .012, b0 + .006 + (.270 - b0) * t[r] ** .6)
        depth =   .0035 + .030 * t[r]
        th = 2 * np.pi * (k + go) / count
        rr = depth * out + sway * t[r] ** 2
        x[r] = np.stack([(A + rr) * np.sin(th), (B + rr) * np.cos(th) + y0 * (1 - t[r]), np.full(N, z)], -1)
    p = g.add(pieces.grid('skirt', x))
    for r in range(3):
        p.pinned[p.row(r)] = True
    p.hems[p.row(-1)] = True
    pieces.tether(p, 2)
    g.drape(frames=30, thick=0.0025, bend=25.0, keep_bends=True)
    g.finish(thickness=.0010)
    trims.waistband(g, height=0.040, out=0.0135, name='waistband')
    return g
