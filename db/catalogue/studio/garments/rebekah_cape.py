"""Rebekah: long cape coat, stand collar, arm slits, buttoned front; stone wool."""
import numpy as np

from tailor import body, pieces, skirts, trims
from tailor.garment import Garment

DETAIL = (1.345, .46, .0, -.25)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def make(detail):
    g = Garment('wool', 'wool', (0.225, 0.180, 0.135), arm=body.Arm(spread=.14), detail=detail)
    neck = lambda u: 1.462 + .012 * np.cos(2 * np.pi * u)
    p = g.add(skirts.cape('cape', neck, 1.02, lambda s: np.interp(s, [0, .05, .22, 1.02], [.52, .61, 1.02, 2.05]), detail, ease=.014, flutes=9,
                          ripple=.016, reach=(.165, .105), flare=.03, nu=340))
    p.margin = .012
    for r in range(1, int(4 * detail)):                  # set into the collar
        p.pinned[p.row(r)] = True
    pieces.tether(p, int(4 * detail) - 1)
    g.drape(thick=.0055, frames=90, bend=.13)
    g.finish(thickness=.0042)
    trims.stand_collar(g, neck, .055, lean=.000, ease=.0155, gap=.012)
    at = g.surface(p)
    off = .010
    trims.lap(g, at, .5 + off, .012, 1.012, .03, rise=.0052)
    for s in (.11, .23, .35, .47):
        q, n = at(.5 + off - .012, s)
        trims.button(g, q + n * .003, n, .0120, .0045, colour=(.10, .07, .05))
    for side in (-1, 1):                                # welts of the arm slits
        u = .5 + side * .105
        trims.strip(g, at, u, .0125, .44, .70, 50, lift=.0050, edge=.003, name='welt', cols=7)
        trims.strip(g, at, u - side * .0068, .0016, .445, .695, 50, lift=.0016, edge=.0005, name='slit', cols=3,
                    colour=(.03, .024, .018))
    return g
