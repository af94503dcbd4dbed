"""Priscilla: kaftan with deep batwing sleeves, tied at the waist, floor length; sage."""
import numpy as np

from garments.shapes import holes, sleeves
from tailor import body, bound, folds, pieces, pressed, skirts, ties, trims, waists
from tailor.garment import Garment
from tailor.laid import cloth

DETAIL = (1.24, .56, .03, -.26)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def make(detail):
    g = Garment('fluid', 'viscose', (0.225, 0.243, 0.178), arm=body.Arm(spread=.40, bend=.16), detail=detail)
    neck = lambda u: 1.445 + .022 * np.cos(2 * np.pi * u) + .0013 * np.sin(2 * np.pi * (2 * u + .35))
    blades = lambda u, z: np.exp(-(((u + .5) % 1 - .5) / .11) ** 2) * np.clip((z - 1.22) / .06, 0, 1)
    drift = lambda u, z: .0035 * np.sin(2 * np.pi * (2 * u + .15) + 22 * z) * np.clip((1.38 - z) / .1, 0, 1)
    waves = lambda u: (np.sin(2 * np.pi * (13 * u + .3 * np.sin(2 * np.pi * 2 * u))) + .8 * np.sin(2 * np.pi * 19 * u + 1)
                       + .5 * np.sin(2 * np.pi * 29 * u + 2))
    top = g.add(pieces.torso('bodice', body.WAIST + .006, neck,
                             lambda u, z: .014 - .007 * np.clip((z - 1.40) / .03, 0, 1) + .022 * np.exp(-((z - 1.19) / .07) ** 2)
                             * (z > 1.1) + .0035 * np.clip((1.30 - z) / .15, 0, 1) * waves(u) + drift(u, z), h=.0078 / detail,
                             holes=holes(g, 100, z=1.264, hz=.138, hu=.072),
                             fu=lambda u, z: 1.04 - .06 * blades(u, z) + .35 * np.clip((1.3 - z) / .2, 0, 1), fv=lambda u, z: 1.04 - .035 * blades(u, z)))
    top.pinned[top.bottom_ring] = True
    top.seams[:] = False                                 # cut in one with the sleeves: no seam at the arm
    s = sleeves(g, top, .515, [(.1, .068), (.26, .070), (.515, .066)],     # wide at the body, 45 cm at the wrist
                [(0, 1), (.13, 1.12), (.26, 1.38), (.40, 1.2), (.515, 1.09)], along=1.03, cap=.26, lift=.95)
    g.add(skirts.skirt('skirt', body.WAIST + .004, 1.075, .02, .29, lambda t: 1.5 + 1.6 * t, detail,
                            flutes=17, ripple=.018))
    g.drape(thick=.0045, frames=95)
    pressed.smooth_back(g, top, .28, 1.13, 1.475, .17)
    pressed.armpits(g, top, s, wide=.12, reach=.080)
    folds.gather(g, top, 4, 1.415, -.28, .0095, .020, seed=37, soft=.40, lean=.03, among=(-.13, .12))      # falls from the neck
    folds.gather(g, top, 26, body.WAIST + .016, .12, .007, .011, seed=8)        # drawn in at the waist
    for k, p in enumerate(s):                            # what is too wide for a lowered arm hangs in long folds
        folds.gather(g, p, 6, 1.0, -.85, .011, .044, seed=15 + k, soft=0)
        folds.gather(g, p, 5, .10, .85, .009, .040, seed=25 + k, soft=.4, lean=.05)
    g.finish(thickness=.0012)
    bound.band(g, top, neck, .011, behind=.0012, seed=7)
    bound.slit(g, cloth(g, top), .5, neck(.5) - .0006, neck(.5) - .12, gape=.0020, edge=.0052, over=.0026, hooked=True)
    for p in s:
        trims.ring_band(g, g.placed(p).reshape(*p.shape, 3), .022)
    waists.band(g, height=.033, out=.0160, slack=.0026, press=.0015, tilt=.005, seed=9)
    ties.tails(g, body.around(.475, body.WAIST, .021), body.around(.475, body.WAIST), width=.030, drop=.46, apart=.055, seed=5)
    return g
