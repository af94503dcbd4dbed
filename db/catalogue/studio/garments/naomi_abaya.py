"""Naomi: straight closed abaya, wide sleeves, floor length; fluid nidha."""
import numpy as np

from garments.shapes import holes, long_line, sleeves
from tailor import body, collars, skirts, trims
from tailor.garment import Garment

DETAIL = (1.345, .44, .0, -.22)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def make(detail):
    g = Garment('fluid', 'nidha', (0.0125, 0.0145, 0.023), arm=body.Arm(spread=.22, bend=.14), detail=detail)
    neck = lambda u: 1.450 + .020 * np.cos(2 * np.pi * u)
    top, sk = long_line(g, neck, 0.95, .009, .040, .070, .245, 2.0, holes(g, z=1.285, hz=.112, hu=.068),
                        flutes=8, ripple=.005, fu=lambda u, z: 1.01 + 0 * z, curve=1.4, straight=True)
    skirts.hang_from_neck(sk, top)
    sleeves(g, top, .53, [(.1, .052), (.3, .055), (.53, .060)], [(0, 1), (.15, 1.05), (.53, 1.12)], along=1.025, cap=.225)
    g.drape(thick=.005, frames=95)
    g.finish(thickness=.0012)
    collars.binding(g, neck, .010, .0045)
    at, low = g.surface(top), g.surface(sk)
    # concealed front: the edge of the overlap, from neck to hem
    trims.lap(g, at, .5, 1.425, .949, .034)
    trims.lap(g, low, .5, .001, .995, .030)
    for k, p in enumerate(g.pieces[2:4]):
        trims.ring_band(g, g.placed(p).reshape(*p.shape, 3), p, .030, k)
    return g
