"""Anna: simple A-line dress, boat neck, bell sleeves, ankle length; flax linen."""
import numpy as np

from garments.shapes import holes, long_line, sleeves
from tailor import body, edges, pressed, rising, skirts
from tailor.garment import Garment

DETAIL = (1.335, .44, .03, -.30)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def make(detail):
    g = Garment('linen', 'linen', (0.345, 0.255, 0.155), arm=body.Arm(spread=.23, bend=.20), detail=detail)
    neck = lambda u: 1.432 + .021 * np.cos(2 * np.pi * u)
    top, sk = long_line(g, neck, 0.95, .008, .034, .075, .225, 2.0, holes(g), flutes=8, ripple=.006, curve=1.4, straight=True,
                        fv=.975,
                        fu=lambda u, z: 1.01 - .03 * np.clip(np.cos(2 * np.pi * (u + .03)), 0, 1) * np.clip((z - 1.15) / .1, 0, 1))
    skirts.hang_from_neck(sk, top)
    s = sleeves(g, top, .50, [(.1, .047), (.28, .048), (.50, .058)], [(0, 1), (.28, 1.04), (.50, 1.42)], along=1.025)
    g.drape(thick=.005)
    pressed.join(g, (top, sk), .95)
    rising.rise(g, (top, sk), .95, .17, (-.08, .20), seed=7)
    edges.boat(g, top, neck)
    g.finish(thickness=.0018)
    return g
