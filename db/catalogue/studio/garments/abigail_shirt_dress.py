"""Abigail: shirt dress with collar, buttoned front, belt, A-line skirt to mid-calf; cotton poplin."""
import numpy as np

from garments.shapes import holes, sleeves
from tailor import body, collars, pieces, skirts, trims
from tailor.garment import Garment
from tailor.laid import bridge, flat_front

DETAIL = (1.335, .44, .01, -.25)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def make(detail):
    g = Garment('poplin', 'poplin', (0.098, 0.150, 0.215), detail=detail)
    neck = lambda u: 1.467 + .012 * np.cos(2 * np.pi * u)
    top = g.add(pieces.torso('bodice', body.WAIST + .006, neck,
                             lambda u, z: .012 + .010 * np.exp(-((z - 1.17) / .06) ** 2), h=.0078 / detail,
                             holes=holes(g), fu=lambda u, z: 1.04 + .12 * np.clip((1.24 - z) / .12, 0, 1),
                             fv=lambda u, z: 1.01 + .04 * np.clip((1.25 - z) / .1, 0, 1)))
    top.pinned[top.bottom_ring] = True
    s = sleeves(g, top, .53, [(.1, .047), (.3, .046), (.44, .044), (.475, .036), (.53, .032)],
                [(0, 1), (.1, 1.02), (.2, 1.08), (.44, 1.25), (.468, 1.28), (.480, 1), (.53, 1)], along=1.04, cuff=6)
    sk = g.add(skirts.skirt('skirt', body.WAIST + .004, .80, .30, .275, lambda t: .86 + 1.30 * t ** .9, detail,
                            flutes=9, ripple=.010))
    flat_front(sk)
    g.drape(thick=.005)
    g.finish()
    g.cuffs(s, .474, .536, .033)
    for k, side in ((0, 1), (1, -1)):
        trims.cuff_button(g, s[k].arm_frame, .504, .0365, side)
    at, low = g.surface(top), g.surface(sk)
    trims.strip(g, at, .5, .042, 1.440, body.WAIST + .01, 90, lift=.0022, edge=.0012, cols=9)
    wide = lambda v: .86 + 1.3 * v ** .9
    front = bridge(low, wide)
    trims.strip(g, front, .5, lambda v: .034 / wide(v), .012, .993, 130, lift=.0012, edge=.004, cols=9)
    for z in np.linspace(1.400, 1.145, 5):
        p, n = at(.5, z)
        trims.button(g, p + n * .0022, n, .0058, .0026, colour=(.62, .60, .55))
    for v in np.linspace(.07, .80, 7):
        p, n = front(.5, v)
        trims.button(g, p + n * .0014, n, .0058, .0026, colour=(.62, .60, .55))
    trims.waistband(g, height=.036, out=.0165)
    trims.buckle(g)
    collars.shirt(g, top, neck, ease=.0095)
    return g
