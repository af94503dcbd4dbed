"""Deborah: long tailored coat, notched collar, three buttons, flap pockets, below the knee; camel wool."""
import numpy as np

from garments.shapes import holes, long_line, sleeves
from tailor import body, collars, skirts, trims
from tailor.garment import Garment

BREAK = 1.225


def neck(u):
    """Neck edge that drops straight to the first button."""
    d = np.abs(np.mod(u, 1) - .5)
    return np.interp(d, [0, .115, .16, .25, .5], [BREAK, 1.437, 1.452, 1.462, 1.474])


def lapel_width(s):
    """Collar wide at the back of the neck, a notch, then the lapel running out at the break."""
    d = np.minimum(s, 1 - s)
    return np.interp(d, [0, .03, .080, .089, .0900, .0905, .100, .16, .30, .5],
                     [.004, .028, .052, .055, .052, .024, .040, .043, .043, .042])

DETAIL = (1.29, .50, .0, -.25)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def make(detail):
    g = Garment('wool', 'wool', (0.400, 0.235, 0.105), arm=body.Arm(spread=.17, bend=.20), detail=detail)
    top, sk = long_line(g, neck, 1.05, .020, .034, .40, .236, 1.78, holes(g, hz=.098, hu=.064), flutes=5, ripple=.004,
                        fu=lambda u, z: 1.0 + 0 * z)
    skirts.hold(sk, top, body.WAIST)
    s = sleeves(g, top, .545, [(.1, .048), (.3, .046), (.545, .042)], [(0, 1), (.02, 1.0), (.545, 1.0)], along=1.02)
    g.drape(thick=.005, bend=.5, damping=5.0)
    g.finish(thickness=.0042)
    at, low = g.surface(top), g.surface(sk)
    off = .030
    trims.lap(g, at, .5 + off, BREAK + .004, 1.055, .06, rise=.0052)
    trims.lap(g, low, .5 + off, .002, .996, .05, rise=.0052)
    collars.shawl(g, neck, lapel_width, ease=.026, lift=.013, n=640)
    for surf, v in ((at, 1.205), (at, 1.135), (at, 1.065), (low, .085)):
        p, n = surf(.5 + off - .034, v)
        trims.button(g, p + n * .003, n, .0115, .0042, colour=(.16, .085, .04))
    for side in (-1, 1):
        u = .5 + side * .135
        trims.strip(g, low, u, .105, .12, .205, 24, lift=.0055, edge=.003, name='flap', cols=19)
        for k in range(3):
            trims.cuff_button(g, s[0].arm_frame, .485 + .021 * k, .0470, side, angle=1.9, colour=(.16, .085, .04))
    return g
