"""Sarah: wrap dress with a filled V, tie belt and flowing skirt; dusty rose crêpe."""
import numpy as np

from garments.shapes import holes, sleeves
from tailor import body, pieces, skirts, trims
from tailor.garment import Garment

V = 1.275


def neck(u):
    d = np.abs(np.mod(u, 1) - .5)
    return np.interp(d, [0, .105, .15, .25, .5], [V, 1.435, 1.450, 1.460, 1.472])


def inset(g):
    """The modest filling of the V: a smooth panel under the wrap, with its own neckline."""
    k = np.linspace(-1, 1, 61)
    t = np.linspace(0, 1, 40)
    u = .5 + .15 * k
    top = 1.432 + .016 * np.abs(k) ** 2
    z = 1.20 + (top - 1.20) * t[:, None]
    x = body.around(np.broadcast_to(u, z.shape), z, .0065)
    trims.sheet(g, 'inset', x, thickness=.0012, flip=True)
    edge = body.around(u, top, .0065)
    o = np.array([0, -1.0, .3])
    rows = np.array([edge + np.array([0, 0, 1.0]) * .0035 * np.cos(a) + o * .0022 * np.sin(a) for a in np.linspace(0, 2 * np.pi, 11)])
    trims.sheet(g, 'binding', rows, thickness=0)

DETAIL = (1.13, .44, .02, -.20)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def make(detail):
    g = Garment('crepe', 'crepe', (0.430, 0.185, 0.175), detail=detail)
    top = g.add(pieces.torso('bodice', body.WAIST + .006, neck,
                             lambda u, z: .012 + .006 * np.exp(-((z - 1.17) / .06) ** 2), h=.0072 / detail,
                             holes=holes(g, 72), fu=lambda u, z: 1.03 + .20 * np.clip((1.23 - z) / .12, 0, 1),
                             fv=lambda u, z: 1.0 + .04 * np.clip((1.25 - z) / .1, 0, 1)))
    top.pinned[top.bottom_ring] = True
    s = sleeves(g, top, .525, [(.1, .047), (.3, .046), (.44, .045), (.475, .036), (.525, .032)],
                [(0, 1), (.02, 1.03), (.1, 1.03), (.2, 1.08), (.44, 1.3), (.47, 1.3), (.48, 1), (.525, 1)], along=1.045, cuff=6)
    sk = g.add(skirts.skirt('skirt', body.WAIST + .004, 1.035, .05, .245, lambda t: 1.05 + 1.75 * t ** .9, detail,
                            flutes=15, ripple=.016, gathers=((0, 38, .003),)))
    g.drape(thick=.0045)
    g.finish()
    g.cuffs(s, .478, .530, .0325)
    inset(g)
    at, low = g.surface(top), g.surface(sk)
    # under front first, then the upper front that crosses to the wearer's left side
    trims.strip(g, at, lambda z: np.interp(z, [1.10, V, 1.435, 1.450], [.62, .5, .395, .352]) + .006, .020, V + .004, 1.447, 70,
                lift=.0024, edge=.0012, name='edge')
    trims.strip(g, at, lambda z: np.interp(z, [1.10, V, 1.435, 1.450], [.395, .5, .605, .648]) - .006, .020, 1.10, 1.447, 100,
                lift=.0034, edge=.0012, name='edge')
    trims.lap(g, low, lambda v: .455 - .03 * v, .004, .995, .03, rise=.0032)
    trims.waistband(g, height=.042, out=.0165, wobble=.0022)
    trims.sash(g, low, .43, .42, .034)
    return g
