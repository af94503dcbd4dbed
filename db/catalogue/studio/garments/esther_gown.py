"""Esther: evening gown, fitted to the hip and flowing out, slim sleeves, shoulder capelet; satin-back crêpe."""
import numpy as np

from garments.shapes import holes, long_line, sleeves
from tailor import body, skirts, trims
from tailor.garment import Garment

DETAIL = (1.315, .46, .0, -.25)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def make(detail):
    g = Garment('satin', 'satin', (0.060, 0.016, 0.046), detail=detail)
    neck = lambda u: 1.458 + .013 * np.cos(2 * np.pi * u)
    top, sk = long_line(g, neck, 1.03, .007, .010, .012, .26, 2.75, holes(g), flutes=11, ripple=.010, curve=1.1,
                        fu=lambda u, z: 1.01 + 0 * z)
    skirts.hold(sk, top, body.WAIST)
    sleeves(g, top, .545, [(.1, .046), (.3, .041), (.545, .033)], [(0, 1), (.545, 1.0)], along=1.035)
    cap = g.add(skirts.cape('capelet', neck, .335, lambda s: .405 + 2 * np.pi * .55 * s, detail, ease=.013, flutes=9))
    cap.margin = .013
    g.drape(thick=.005)
    g.finish(thickness=.0012)
    trims.stand_collar(g, neck, .026, ease=.0145)
    return g
