"""Deborah: long tailored coat, notched collar, four buttons, flap pockets, below the knee; camel wool."""
import numpy as np

from garments.shapes import holes, long_line, sleeves
from tailor import body, collars, skirts, trims
from tailor.garment import Garment
from tailor.laid import through

BREAK, JOIN, HEM = 1.235, body.WAIST, .40
TOP, MIDDLE = 1.440, .021         # where the lapels begin at the neck; the fronts cross left of the middle (m)


def opening(z, side):
    """u of the opening's edge: straight from the first button to the neck, on a body that is not."""
    x = MIDDLE + (side * .062 - MIDDLE) * (z - BREAK) / (TOP - BREAK)
    return .5 - np.arcsin(x / (body.section(z)[0] + .025)) / (2 * np.pi)


RISE = np.linspace(BREAK, TOP, 40)
LEFT, RIGHT, EDGE = opening(RISE, 1), opening(RISE, -1), opening(np.array(BREAK), 1)


def neck(u):
    """Height of the neck edge."""
    return np.interp(np.mod(u, 1), [0, .25, .35, *LEFT[::-1], *RIGHT[1:], .65, .75, 1],
                     [1.474, 1.463, 1.454, *RISE[::-1], *RISE[1:], 1.454, 1.463, 1.474])


def way(s):
    """u along the edge, from the break up the left front (s to .1), round the neck and down again."""
    k = np.linspace(0, .1, 40)
    return np.mod(np.interp(s, [*k, *(1 - k[::-1])], [*LEFT, *(RIGHT[::-1] - 1)]), 1)


def lapel_width(s):
    """Collar close at the back of the neck, a notch, then the lapel running out at the break."""
    d = np.minimum(s, 1 - s)
    return np.interp(d, [0, .012, .040, .063, .0672, .0680, .0686, .076, .115, .16, .25, .5],
                     [.003, .030, .066, .084, .081, .060, .036, .058, .050, .043, .037, .034])


def stand(s):
    """A coat collar stands at the back and runs out where the lapels begin."""
    return np.interp(np.minimum(s, 1 - s), [0, .080, .115, .19, .5], [0, 0, .007, .021, .026])


DETAIL = (1.29, .50, .0, -.25)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def make(detail):
    g = Garment('wool', 'wool', (0.400, 0.235, 0.105), arm=body.Arm(spread=.17, bend=.20), detail=detail)
    # little rounder at the hem than at the hip: straight, and nothing to gather at the waist
    top, sk = long_line(g, neck, JOIN, .018, .055, HEM, .215, 1.50, holes(g, hz=.098, hu=.064), flutes=4, ripple=.003,
                        fu=lambda u, z: 1.0 + 0 * z, curve=1.1)
    skirts.hold(sk, top, body.WAIST)
    s = sleeves(g, top, .545, [(.1, .048), (.3, .046), (.545, .042)], [(0, 1), (.02, 1.0), (.545, .98)], along=1.02)
    g.drape(thick=.005, bend=.8, damping=5.0)
    g.finish(thickness=.0042)
    front = through(g.surface(top), g.surface(sk), JOIN, JOIN - HEM)
    wide = np.interp(np.linspace(0, 1, 260), [0, .05, 1], [.004, .040, .040])[:, None]     # its end hides below the lapels
    trims.lap(g, front, EDGE, BREAK, HEM + .003, -wide, rows=260, rise=.0050)
    collars.tailored(g, top, neck, way, lapel_width, stand, notch=.0682)
    collars.lining(g, top, neck)
    for z in np.linspace(BREAK - .030, .930, 4):
        p, n = front(EDGE + .022, z)
        trims.button(g, p + n * .003, n, .0120, .0044, colour=(.16, .085, .04))
    for side in (-1, 1):
        trims.strip(g, g.surface(sk), .5 + side * .128, .100, .200, .278, 24, lift=.0052, edge=.003, name='flap', cols=19)
        for k in range(3):
            trims.cuff_button(g, s[0].arm_frame, .485 + .021 * k, .0470, side, angle=1.9, colour=(.16, .085, .04))
    return g
