"""Priscilla: kaftan with deep batwing sleeves, tied at the waist, floor length; sage."""
import numpy as np

from garments.shapes import holes, sleeves
from tailor import body, collars, pieces, skirts, trims
from tailor.garment import Garment

DETAIL = (1.12, .48, .0, -.20)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def make(detail):
    g = Garment('fluid', 'viscose', (0.225, 0.243, 0.178), arm=body.Arm(spread=.25, bend=.14), detail=detail)
    neck = lambda u: 1.447 + .022 * np.cos(2 * np.pi * u)
    top = g.add(pieces.torso('bodice', body.WAIST + .006, neck,
                             lambda u, z: .014 + .022 * np.exp(-((z - 1.19) / .07) ** 2) * (z > 1.1), h=.0078 / detail,
                             holes=holes(g, 96, z=1.272, hz=.130, hu=.072),
                             fu=lambda u, z: 1.05 + .35 * np.clip((1.3 - z) / .2, 0, 1), fv=lambda u, z: 1.04 + 0 * z))
    top.pinned[top.bottom_ring] = True
    s = sleeves(g, top, .50, [(.1, .062), (.24, .066), (.35, .066), (.50, .066)],
                [(0, 1), (.2, 1.06), (.35, 1.12), (.50, 1.14)], along=1.03, cap=.26)
    sk = g.add(skirts.skirt('skirt', body.WAIST + .004, 1.075, .02, .25, lambda t: 1.35 + 1.15 * t, detail,
                            flutes=15, ripple=.014))
    g.drape(thick=.0045, frames=95)
    g.finish(thickness=.0012)
    collars.binding(g, neck, .014, .0045)
    at, low = g.surface(top), g.surface(sk)
    collars.slit(g, at, .5, 1.423, 1.30)
    for p in s:
        trims.ring_band(g, g.placed(p).reshape(*p.shape, 3), p, .022)
    trims.waistband(g, height=.030, out=.0165, wobble=.0025)
    trims.sash(g, low, .475, .46, .024)
    return g
