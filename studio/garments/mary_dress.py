"""Mary: bodice with a little ease, gathered skirt to the ankle, cuffed sleeves, narrow belt, stand collar."""
import numpy as np

from garments.shapes import holes, sleeves
from tailor import body, buttons, crumples, folds, loops, pieces, pressed, skirts, trims
from tailor.garment import Garment

DETAIL = (1.345, .42, .015, -.22)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)
CLOSE = (.60, .71, .65)             # how the cloth is printed there (linear), so that it is as deep as in the other pictures


def creases(g, top, arms):
    """Soft drag lines from the armpits to the bust and the back, and a fan of folds in the crook of each elbow."""
    for k, (start, end, count, spread, depth) in enumerate((
            ((.318, 1.238), (.420, 1.290), 4, .045, .0078), ((.684, 1.232), (.585, 1.285), 4, .050, .0085),
            ((.345, 1.370), (.425, 1.320), 2, .025, .0028), ((.652, 1.365), (.585, 1.305), 2, .025, .0028),
            ((.180, 1.250), (.080, 1.300), 3, .045, .0068), ((.825, 1.245), (.925, 1.290), 4, .050, .0074))):
        folds.fan(g, top, start, end, count, spread, depth, (.92, 1.0), width=.009, seed=71 + k)
    for k, p in enumerate(arms):
        for n, (start, end, count, spread, depth) in enumerate((          # no two elbows alike
                ((.37, .50 + .03 * k), (.14, .42 + .05 * k), 4, .055, .0090),
                ((.35, .55 + .02 * k), (.12, .66), 3, .060, .0085), ((.41, .15), (.17, .08), 3, .045, .0075))):
            folds.fan(g, p, start, end, count, spread, depth, (.30, p.s[-1]), width=.009, seed=81 + 3 * k + n)
        crumples.lay(g, p, (((.28, .53), (.05, .05), 8, .3 - .6 * k), ((.78, .52), (.05, .05), 5, .2), ((.2, .76), (.08, .05), 5, 1.1)),
                     much=1.3, seed=91 + k)


def make(detail):
    g = Garment('crepe', 'crepe', (0.030, 0.085, 0.052), detail=detail)
    neck = lambda u: 1.463 + 0.012 * np.cos(2 * np.pi * u)
    top = g.add(pieces.torso(
        'bodice', body.WAIST + 0.006, neck, lambda u, z: 0.010 + .006 * np.exp(-((z - 1.16) / .07) ** 2), h=0.0078 / detail,
        holes=holes(g), fu=lambda u, z: 1.03 + .24 * np.clip((1.24 - z) / .12, 0, 1),
        fv=lambda u, z: 1.01 + .06 * np.clip((1.26 - z) / .10, 0, 1)))
    top.pinned[top.bottom_ring] = True
    end = 0.525
    s = sleeves(g, top, end, [(.1, .046), (.2, .047), (.40, .046), (.47, .036), (end, .031)],
                [(0, 1), (.02, 1.02), (.1, 1.02), (.2, 1.10), (.3, 1.16), (.44, 1.45), (.466, 1.45), (.478, 1.0), (end, 1.0)],
                along=1.05, cuff=6)
    g.add(skirts.skirt('skirt', body.WAIST + 0.004, 1.045, 0.04, 0.235, lambda t: 1.7 + 0.9 * t, detail, flutes=31, ripple=0.016,
                        gathers=((0, 52, .006),)))
    g.drape(thick=0.0045)
    pressed.smooth_back(g, top, .30, 1.13, 1.475, .17)
    pressed.armpits(g, top, s, wide=.09, reach=.070)
    folds.gather(g, top, 9, body.WAIST + .026, .17, .0105, .011, seed=26, among=(-.15, .16), lean=.03)
    folds.gather(g, top, 30, body.WAIST + .016, .11, .006, .010, seed=6)        # gathered into the belt
    for k, p in enumerate(s):
        folds.gather(g, p, 12, np.argmin(np.abs(p.s - .472)) / (len(p.s) - 1), -.32, .007, .020, seed=11 + k)
    creases(g, top, s)
    g.finish()
    g.cuffs(s, .474, .532, .0335)
    at = g.surface(top)
    trims.strip(g, at, .519, .022, 1.455, body.WAIST + .01, 90, lift=.0018, edge=.0010, cols=9)      # right over left
    for k, z in enumerate(np.linspace(1.428, 1.150, 12)):
        p, n = at(.5 + .0006 * np.sin(5 * k), z)
        buttons.covered(g, p + n * .0004, n, radius=.0048)
        loops.rouleau(g, p + n * .0006, n, towards=1, seed=k)
    buttons.on_cuff(g, s, .508, .0362)
    trims.waistband(g, height=0.032, out=0.0165)
    trims.stand_collar(g, neck, .036, ease=.0105, gap=.0007)
    p, n = body.around(.482, neck(.482) + .016, .0128), np.array([.12, -1, .10])
    buttons.covered(g, p, n, radius=.0048)
    loops.rouleau(g, p, n, towards=1, seed=40)
    return g
