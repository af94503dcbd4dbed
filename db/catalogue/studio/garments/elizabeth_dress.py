"""Elizabeth: velvet dress, high neck, long sleeves, A-line to the ankle."""
import numpy as np

from garments.shapes import holes, long_line, sleeves
from tailor import body, folds, pressed, rising, skirts, trims
from tailor.garment import Garment

DETAIL = (1.36, .42, .03, -.30)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def make(detail):
    g = Garment('velvet', 'velvet', (0.0085, 0.014, 0.046), detail=detail)
    neck = lambda u: 1.464 + .011 * np.cos(2 * np.pi * u)
    top, sk = long_line(g, neck, .93, .009, .020, .05, .27, 2.7, holes(g), flutes=11, ripple=.010, curve=1.5,
                        fv=.992,
                        fu=lambda u, z: 1.005 - .045 * np.clip(np.cos(2 * np.pi * (u - .02)), 0, 1) ** 2 * np.clip((z - 1.12) / .12, 0, 1))
    skirts.hold(sk, top, body.WAIST)
    arms = sleeves(g, top, .545, [(.1, .046), (.3, .042), (.545, .035)], [(0, 1), (.02, 1.06), (.1, 1.04), (.3, 1.0), (.545, 1.0)],
                   along=1.035)
    g.drape(thick=.005)
    pressed.join(g, (top, sk), .93)
    rising.rise(g, (top, sk), .93, .17, (-.08, .20), seed=4)
    pressed.under_collar(g, top, .0085, .045, neck)
    for p, side in zip(arms, (1, -1)):
        folds.open_end(g, p, .42, side)
    g.finish(thickness=.0020)
    trims.stand_collar(g, neck, .050, lean=.003, ease=.0098, wobble=.0016, sinks=.0032)
    return g
