"""Anna: simple A-line dress, boat neck, bell sleeves, ankle length; flax linen."""
import numpy as np

from garments.shapes import holes, long_line, sleeves
from tailor import body, trims
from tailor.garment import Garment


def make(detail):
    g = Garment('linen', 'linen', (0.345, 0.255, 0.155), arm=body.Arm(spread=.30), detail=detail)
    neck = lambda u: 1.432 + .021 * np.cos(2 * np.pi * u)
    top, sk = long_line(g, neck, 1.20, .014, .026, .075, .275, 2.25, holes(g), flutes=8, ripple=.008,
                        fu=lambda u, z: 1.02 + 0 * z)
    top.pinned[top.bottom_ring] = True
    s = sleeves(g, top, .50, [(.1, .058), (.28, .058), (.50, .082)], [(0, 1), (.28, 1.0), (.50, 1.5)], along=1.025)
    g.drape(thick=.005)
    g.finish(thickness=.0018)
    trims.facing(g, neck, .015, .026)
    return g
