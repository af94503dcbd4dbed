"""Sarah: wrap dress with a filled V, tie belt and flowing skirt; dusty rose crêpe."""
import numpy as np

from garments.shapes import holes, sleeves
from tailor import body, buttons, edges, folds, pieces, pressed, skirts, ties, trims
from tailor.garment import Garment

V, TIE = 1.275, .43                 # height of the crossing; u of the knot
EDGE = ((V, 1.32, 1.36, 1.40, 1.416, 1.432, 1.449), (0, .023, .043, .062, .073, .094, .155))     # height, u from centre: straight to the eye

# folds that the tie draws: from (u, z), to, how many, metres they spread, depth, width
DRAWN = (((.480, 1.125), (.705, 1.225), 3, .060, .0070, .0110), ((.462, 1.120), (.600, 1.310), 2, .030, .0060, .0100),
         ((.500, 1.130), (.640, 1.195), 3, .050, .0028, .0058), ((.405, 1.110), (.335, 1.270), 2, .035, .0085, .0095),
         ((.395, 1.110), (.285, 1.195), 3, .045, .0060, .0080), ((.402, 1.112), (.345, 1.210), 3, .040, .0042, .0060))


def neck(u):
    d = np.abs(np.mod(u, 1) - .5)
    return np.interp(d, [*EDGE[1], .25, .5], [*EDGE[0], 1.460, 1.472])


def ease(u, z):
    """Distance of the bodice from the body: a little room above the waist, and the folds that the tie draws
    together, a fan from the knot across both fronts; elsewhere small gathers, none like the next."""
    away = np.hypot((u - TIE) * .72, z - body.WAIST)
    turn = np.arctan2(z - body.WAIST, (u - TIE) * .72) / np.pi
    fan = np.sin(2 * np.pi * (5.2 * turn + .12 * np.sin(9 * turn))) + .6 * np.sin(2 * np.pi * (8.3 * turn + .3))
    fan *= .0052 * np.minimum(1, away / .05) * np.exp(-(away / .15) ** 2) * np.clip((.29 - np.abs(u - TIE - .05)) / .08, 0, 1)
    gathers = np.sin(2 * np.pi * (12 * u + .3 * np.sin(4 * np.pi * u))) + .8 * np.sin(2 * np.pi * 18 * u + 1) + .5 * np.sin(2 * np.pi * 27 * u + 2)
    return .012 + .006 * np.exp(-((z - 1.16) / .06) ** 2) + fan + .0028 * np.clip((1.26 - z) / .14, 0, 1) * gathers


def inset(g):
    """The modest filling of the V: a smooth panel under the wrap, with its own neckline."""
    k = np.linspace(-1, 1, 61)
    t = np.linspace(0, 1, 40)
    u = .5 + .15 * k
    top = 1.432 + .009 * np.abs(k) ** 2 - .010 * np.clip(np.abs(k) / .3 - 2.4, 0, 1) ** 2         # its ends dive under the bands
    z = 1.24 + (top - 1.24) * t[:, None]
    wide = np.minimum(.15, np.interp(z, *EDGE) + .022)         # no further than the bands cover it
    x = body.around(.5 + wide * k, z, .0065)
    trims.sheet(g, 'inset', x, thickness=.0012, flip=True)
    edge = body.around(u, top, .0065)
    o = np.array([0, -1.0, .3])
    rows = np.array([edge + np.array([0, 0, 1.0]) * .0035 * np.cos(a) + o * .0022 * np.sin(a) for a in np.linspace(0, 2 * np.pi, 11)])
    trims.sheet(g, 'binding', rows, thickness=0)


DETAIL = (1.22, .54, .02, -.24)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def make(detail):
    g = Garment('crepe', 'crepe', (0.430, 0.185, 0.175), detail=detail)
    top = g.add(pieces.torso('bodice', body.WAIST + .006, neck, ease, h=.0072 / detail, holes=holes(g, 72),
                             fu=lambda u, z: 1.03 + .13 * np.clip((1.20 - z) / .10, 0, 1),
                             fv=lambda u, z: 1.0 + .018 * np.clip((1.25 - z) / .1, 0, 1)))
    top.pinned[top.bottom_ring] = True
    s = sleeves(g, top, .525, [(.1, .047), (.3, .046), (.44, .045), (.475, .036), (.525, .032)],
                [(0, 1), (.02, 1.03), (.1, 1.03), (.2, 1.08), (.44, 1.3), (.47, 1.3), (.48, 1), (.525, 1)], along=1.045, cuff=6)
    sk = g.add(skirts.skirt('skirt', body.WAIST + .004, 1.035, .05, .275, lambda t: 1.25 + 2.0 * t ** .9, detail,
                            flutes=15, ripple=.016, gathers=((0, 38, .003),)))
    g.drape(thick=.0045)
    pressed.even(g, top, 1.105, .03, 24)
    pressed.even(g, top, 1.27)
    pressed.smooth_back(g, top, .24, 1.10, 1.485, .18)
    for k, (start, end, count, spread, depth) in enumerate((          # behind, too, the cloth is drawn to the tie
            ((.190, 1.105), (.045, 1.270), 4, .060, .0125), ((.835, 1.105), (.925, 1.235), 3, .050, .0095),
            ((.160, 1.330), (.065, 1.290), 2, .030, .0045))):
        folds.fan(g, top, start, end, count, spread, depth, (.92, 1.0), width=.013, seed=41 + k)
    for k, (start, end, count, spread, depth, width) in enumerate(DRAWN):
        folds.fan(g, top, start, end, count, spread, depth, (.80, 1.0), width=width, seed=61 + k)
    folds.gather(g, top, 22, body.WAIST + .012, .10, .0035, .011, seed=7)        # drawn in at the waist
    for k, p in enumerate(s):
        folds.gather(g, p, 10, np.argmin(np.abs(p.s - .476)) / (len(p.s) - 1), -.28, .006, .022, seed=13 + k)
    pressed.under_belt(g, (top, sk), 1.069, 1.110, .0125)
    edges.shawl(g, top, [(.398, 1.095), *((.5 + d, z) for z, d in zip(*EDGE)), (.75, 1.460), (1, 1.472), (1.25, 1.460),
                         *((1.5 - d, z) for z, d in zip(EDGE[0][::-1], EDGE[1][::-1])), (1.512, 1.252)])
    for p, side in zip(s, (1, -1)):
        pressed.clear(g, p, [sk], side, ((.38, .060), (.46, .046), (.53, .044)))
    g.finish()
    g.cuffs(s, .476, .532, .0335)
    buttons.on_cuff(g, s, .509, .0362)
    inset(g)
    low = g.surface(sk)
    trims.lap(g, low, lambda v: .455 - .007 * v, .004, .999, .03, rise=.0065)         # along a fold's crest
    trims.waistband(g, height=.042, out=.0150, wobble=.0022)
    p = body.around(.43, body.WAIST, .023)
    ties.bow(g, p, p * [.5, 1, 1], width=.032, size=.088, drop=.42, apart=.04, leans=.8, seed=4)
    return g
