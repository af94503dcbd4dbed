"""Mary: fitted bodice, gathered skirt to the ankle, cuffed sleeves, narrow belt, stand collar."""
import numpy as np

from tailor import body, pieces, skirts, trims
from tailor.garment import Garment


def make(detail):
    g = Garment('crepe', 'crepe', (0.030, 0.085, 0.052), detail=detail)
    neck = lambda u: 1.463 + 0.012 * np.cos(2 * np.pi * u)
    n = int(68 * detail)
    top = g.add(pieces.torso(
        'bodice', body.WAIST + 0.006, neck, lambda u, z: 0.010 + 0 * u, h=0.0078 / detail,
        holes=[pieces.armhole(.25, n), pieces.armhole(.75, n)],
        fu=lambda u, z: 1.0 + 0 * z,
        fv=lambda u, z: .995 + 0 * z))
    top.pinned[top.bottom_ring] = True
    end = 0.515
    for k, side in ((0, 1), (1, -1)):
        p = g.add(pieces.sleeve(
            f'sleeve{k}', top, k, g.arm, side, end,
            radius=lambda s: np.interp(s, [.1, .2, .40, .47, end], [.057, .057, .056, .040, .034]),
            fullness=lambda s: np.interp(s, [0, .02, .1, .3, .44, .455, .47, end], [1.0, 1.06, 1.06, 1.15, 1.5, 1.55, 1.0, 1.0]),
            ease_along=1.03, cuff_rows=int(6 * detail), detail=detail))
    g.add(skirts.skirt('skirt', body.WAIST + 0.004, 1.045, 0.04, 0.235, lambda t: 1.7 + 0.9 * t, detail, flutes=33, ripple=0.016))
    g.drape(thick=0.0045)
    g.finish()
    for k, side in ((0, 1), (1, -1)):
        trims.cuff(g, g.pieces[1 + k].arm_frame, .468, .522, .034, side)
    at = g.surface(top)
    for z in np.linspace(1.415, 1.16, 8):
        p, n = at(0.5, z)
        trims.button(g, p + n * .001, n, .0052, .0034, colour=g.colour, fabric='crepe', holes=False)
    trims.waistband(g, height=0.032, out=0.0165)
    trims.stand_collar(g, neck, 0.034)
    return g
