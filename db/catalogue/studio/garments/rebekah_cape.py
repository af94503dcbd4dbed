"""Rebekah: long cape, soft stand collar, four buttons, bound arm slits; stone wool."""
import numpy as np

from tailor import body, collars, folds, pieces, skirts, trims
from tailor.garment import Garment

DETAIL = (1.345, .46, .0, -.25)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def make(detail):
    g = Garment('wool', 'wool', (0.225, 0.180, 0.135), arm=body.Arm(spread=.14), detail=detail)
    neck = lambda u: 1.458 + .012 * np.cos(2 * np.pi * u)
    # a little less round than neck, shoulders and arms at each depth, as steamed wool is, then a flare
    p = g.add(skirts.cape('cape', neck, 1.02, lambda s: np.interp(s, [0, .05, .22, 1.02], [.50, .60, 1.02, 2.05]),
                          detail, ease=.013, flutes=9, ripple=.016, reach=(.165, .095), flare=.03, nu=340, yoke=.34))
    p.margin = .012
    for r in range(1, int(4 * detail)):                  # set into the collar
        p.pinned[p.row(r)] = True
    pieces.tether(p, int(4 * detail) - 1)
    g.drape(thick=.0055, frames=90, bend=.16, fine=0)    # heavy wool makes no small folds
    folds.ease_in(g, p, .09, .26, .045)
    g.finish(thickness=.0042)
    collars.stand(g, neck, .046, ease=.0155, close=.010)
    at = g.surface(p)
    edge = .490                                         # the right front laps over the left
    trims.lap(g, at, edge, .012, 1.012, -.020, rise=.0052)
    for s in np.linspace(.075, .525, 4):
        q, n = at(edge + .0155, s)
        trims.button(g, q + n * .003, n, .0120, .0045, colour=(.10, .07, .05))
    for side in (-1, 1):                                # arm slits, bound with two lips
        u = .5 + side * .108
        for lip in (-1, 1):
            trims.strip(g, at, u + lip * .0042, .0070, .43, .69, 60, lift=.0052, edge=.003, name='welt', cols=7)
        trims.strip(g, at, u, .0018, .434, .686, 60, lift=.0026, edge=.0005, name='slit', cols=3, colour=(.03, .024, .018))
    return g
