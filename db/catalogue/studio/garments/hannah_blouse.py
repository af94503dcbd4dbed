"""Hannah: blouse with bishop sleeves, pintucked front, high neck with a narrow tie; cotton voile."""
import numpy as np

from garments.shapes import holes, sleeves
from tailor import bound, folds, pieces, pressed, ties, trims
from tailor.garment import Garment

DETAIL = (1.345, .44, .01, -.18)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)
SHELL = (.77, .73, .67)


def make(detail):
    g = Garment('voile', 'voile', (0.695, 0.64, 0.55), detail=detail)
    g.hand = dict(mass=.10, bend=.35e-5, shear=.022)     # a voile of 90 grams falls in small soft folds
    neck = lambda u: 1.463 + .012 * np.cos(2 * np.pi * u)
    waves = lambda u: (np.sin(2 * np.pi * (11 * u + .3 * np.sin(2 * np.pi * 2 * u))) + .8 * np.sin(2 * np.pi * 17 * u + 1)
                       + .5 * np.sin(2 * np.pi * 26 * u + 2))
    # a placket is doubled cloth and lies flat; there is more to gather at the sides than behind
    full = lambda u, z: 1.05 + (.13 - .05 * np.cos(2 * np.pi * u) - .13 * np.exp(-((u - .5) / .035) ** 2)) * np.clip((1.42 - z) / .35, 0, 1)
    top = g.add(pieces.torso(
        'bodice', .86, neck, lambda u, z: .009 + .012 * np.clip((1.36 - z) / .12, 0, 1)
        + .012 * np.exp(-((z - 1.09) / .10) ** 2) + (.0010 + .0055 * np.clip((1.38 - z) / .35, 0, 1)) * waves(u),
        h=.0070 / detail, holes=holes(g, 70), fu=full))
    top.hems[top.bottom_ring] = True
    s = sleeves(g, top, .525, [(.1, .046), (.3, .048), (.42, .052), (.472, .044), (.485, .032), (.525, .031)],
                [(0, 1), (.015, 1.16), (.12, 1.10), (.3, 1.35), (.43, 1.65), (.472, 1.85), (.485, 1.0), (.525, 1.0)],
                along=1.085, cuff=6)
    g.drape(thick=.0036, frames=70, keep_bends=True, bend=4, fine_bend=.12)     # gathered cloth keeps its folds
    for k, p in enumerate(s):
        end = np.argmin(np.abs(p.s - .476)) / (len(p.s) - 1)
        folds.gather(g, p, 15, end, -.66, .016, .016, seed=11 + k, soft=.12)         # into the cuff
        folds.gather(g, p, 11, .0, .30, .005, .016, seed=21 + k, soft=.2)       # and off the shoulder
    folds.gather(g, top, 13, .86, .46, .025, .016, seed=4, soft=0)              # a hem that is not pressed
    pressed.smooth_back(g, top, .42, .78, 1.485, .215, doubled=True)
    folds.gather(g, top, 9, 1.466, -.34, .011, .010, seed=35, soft=.10, lean=.03, among=(-.10, .11))       # below the stand
    folds.gather(g, top, 6, .862, .46, .015, .022, seed=38, soft=0, lean=.03, among=(-.17, .16))
    folds.shape_hem(g, top, 1.02, .86, lambda u: .024 * np.cos(4 * np.pi * (u - .01)) + .002 * np.sin(2 * np.pi * (9 * u + .2)), .0045, seed=6)
    folds.gather(g, top, 22, 1.452, -.18, .006, .008, seed=5)                   # gathered into the stand
    g.finish(thickness=.0009)
    for p, side in zip(s, (1, -1)):
        on = bound.cuff(g, p.arm_frame, .479, .530, .0335, side, seed=4 + side)
        for t in (.3, .72):
            q, n = on(t, .9)
            trims.button(g, q, n, .0050, .0024, colour=SHELL)
    bound.soft_stand(g, neck)
    at = g.surface(top)
    for k in range(1, 6):                                # pintucks either side of the placket
        for side in (-1, 1):
            trims.strip(g, at, .5 + side * (.022 + .0125 * k), .0030, 1.438 - .0016 * k ** 1.5, 1.21, 60,
                        lift=.0013, edge=.0004, name='tuck', cols=3)
    trims.strip(g, at, .5, .030, 1.448, .872, 120, lift=.0018, edge=.0010, name='placket', cols=9)
    for z in np.linspace(1.36, .93, 7):
        p, n = (v.mean(0) for v in at(np.linspace(.490, .510, 5), np.full(5, z)))      # the placket bridges small folds
        trims.button(g, p + n * .0024, n, .0050, .0024, colour=SHELL)
    p, _ = at(.5, 1.44)
    ties.bow(g, [.002, p[1] - .004, 1.462], [0, -1, 0], width=.019, size=.062, drop=.30, apart=.024, seed=3)
    return g
