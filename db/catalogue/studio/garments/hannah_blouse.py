"""Hannah: blouse with bishop sleeves, pintucked front, high neck with a narrow tie; cotton voile."""
import numpy as np

from garments.shapes import holes, sleeves
from tailor import collars, pieces, trims
from tailor.garment import Garment

DETAIL = (1.345, .44, .01, -.18)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def make(detail):
    g = Garment('voile', 'voile', (0.76, 0.70, 0.60), detail=detail)
    neck = lambda u: 1.463 + .012 * np.cos(2 * np.pi * u)
    top = g.add(pieces.torso(
        'bodice', .86, neck, lambda u, z: .010 + .010 * np.clip((1.36 - z) / .12, 0, 1)
        + .024 * np.exp(-((z - 1.09) / .10) ** 2) + .002 * np.clip((1.25 - z) / .1, 0, 1)
        * (np.sin(2 * np.pi * 13 * u) + np.sin(2 * np.pi * 19 * u + 1)), h=.0070 / detail, holes=holes(g, 70),
        fu=lambda u, z: 1.05 + .10 * np.clip((1.3 - z) / .3, 0, 1)))
    top.hems[top.bottom_ring] = True
    s = sleeves(g, top, .525, [(.1, .047), (.3, .050), (.42, .052), (.472, .040), (.485, .032), (.525, .031)],
                [(0, 1), (.015, 1.14), (.12, 1.08), (.3, 1.3), (.43, 1.85), (.472, 2.1), (.485, 1.0), (.525, 1.0)],
                along=1.06, cuff=6)
    g.drape(thick=.0042, frames=95)
    g.finish(thickness=.0009)
    g.cuffs(s, .480, .530, .032)
    edge = trims.stand_collar(g, neck, .046, lean=.003, ease=.0105)
    at = g.surface(top)
    for k in range(1, 6):                                # pintucks either side of the placket
        for side in (-1, 1):
            trims.strip(g, at, .5 + side * (.022 + .0125 * k), .0030, 1.438 - .0016 * k ** 1.5, 1.21, 60,
                        lift=.0013, edge=.0004, name='tuck', cols=3)
    trims.strip(g, at, .5, .030, 1.448, .872, 120, lift=.0018, edge=.0010, name='placket', cols=9)
    for z in np.linspace(1.36, .93, 7):
        p, n = at(.5, z)
        trims.button(g, p + n * .0016, n, .0050, .0024, colour=(.70, .64, .54))
    p, n = at(.5, 1.44)
    collars.tails(g, at, [0, p[1] - .012, 1.462], drop=.30, width=.018, apart=.020, bow=.060, lift=.010)
    return g
