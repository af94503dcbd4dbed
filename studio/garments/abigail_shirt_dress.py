"""Abigail: shirt dress with collar, buttoned front, belt, A-line skirt to mid-calf; cotton poplin."""
import numpy as np

from garments.shapes import holes, sleeves
from tailor import belts, body, buttons, collars, folds, pieces, pressed, skirts, trims
from tailor.garment import Garment
from tailor.laid import bridge, cloth, flat_front

DETAIL = (1.335, .44, .01, -.25)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)
CARVED = (.62, .60, .55)            # corozo
SIDES, UP = ('left', 'right'), np.array([0, 0, 1.0])
YOKE = 1.362                        # height of the yoke's seam, behind


def creases(g, top, arms):
    """Poplin creases crisply: from the armpits to the bust, up out of the belt, and round the elbows."""
    cloth = (.92, 1.0)
    for k, (start, end, count, spread, depth) in enumerate((
            ((.322, 1.235), (.425, 1.285), 4, .035, .0061), ((.680, 1.230), (.590, 1.290), 3, .040, .0067),
            ((.430, 1.118), (.372, 1.220), 5, .045, .0072), ((.575, 1.115), (.640, 1.215), 5, .050, .0067),
            ((.340, 1.120), (.330, 1.210), 4, .040, .0072), ((.665, 1.120), (.690, 1.200), 4, .035, .0072),
            ((.352, 1.370), (.430, 1.330), 2, .020, .0038), ((.650, 1.360), (.590, 1.300), 2, .025, .0038),
            ((.175, 1.255), (.075, 1.300), 4, .040, .0064), ((.822, 1.245), (.930, 1.290), 3, .045, .0067),
            ((.060, 1.118), (.110, 1.220), 5, .050, .0070), ((.925, 1.118), (.880, 1.215), 6, .050, .0072))):
        folds.fan(g, top, start, end, count, spread, depth, cloth, seed=31 + k)
        if start[1] < 1.13:                                  # finer ones where the belt takes hold
            near = tuple(a + (b - a) * .62 for a, b in zip(start, end))
            folds.fan(g, top, start, near, count - 1, spread, .0021, cloth, width=.0048, jitter=.020, seed=71 + k)
    for k, p in enumerate(arms):
        cloth = (.29, p.s[-1])
        folds.fan(g, p, (.36, .52), (.08, .47), 4, .050, .0085, cloth, seed=51 + k)
        folds.fan(g, p, (.34, .55), (.02, .66), 4, .045, .0078, cloth, seed=55 + k)
        folds.fan(g, p, (.37, .53), (.12, .50), 4, .045, .0021, cloth, width=.0048, jitter=.020, seed=83 + k)
        folds.fan(g, p, (.40, .16), (.16, .10), 3, .040, .0062, cloth, seed=59 + k)
        folds.gather(g, p, 10, np.argmin(np.abs(p.s - .472)) / (len(p.s) - 1), -.22, .006, .020, seed=63 + k)


def yoke(g, at):
    """The lower edge of the back yoke, from armhole to armhole: flush above, raised and top-stitched where the back hangs from it."""
    u = np.linspace(-.206, .206, 161)
    z = YOKE - .004 * np.cos(18 * u) + .0008 * np.sin(40 * u)
    rows = []
    for up, lift in ((.050, -.0012), (.030, .0004), (.014, .0014), (.006, .0020), (.001, .0021), (0, .0017), (0, -.0020)):
        p, n = at(u, z + up)
        rows.append(p + n * lift)
    trims.sheet(g, 'yoke', np.array(rows), thickness=0, stitch=('last',), turned=.0035)


def to_hem(at, low, start=.84):
    """The surface `at` of the front placket, drawn on below v = start in a line, as low as the cloth of surface `low` reaches."""
    level = lambda w: low(.5 + np.linspace(-.02, .02, 9), np.full(9, w))[0][:, 2].mean()
    (a, _), (b, _) = at(.5, start - .10), at(.5, start)
    slope, drop = (b - a) / (b[2] - a[2]), (level(.995) - b[2]) / (.995 - start)

    def drawn(u, w):
        p, n = at(u, np.minimum(w, start))
        out = .0042 * np.clip((w - start) / (.995 - start), 0, 1)        # the cloth beside it curves outwards
        return p + (np.maximum(w - start, 0) * drop)[..., None] * slope + n * out[..., None], n
    return drawn


def make(detail):
    g = Garment('poplin', 'poplin', (0.098, 0.150, 0.215), detail=detail)
    neck = lambda u: 1.467 + .012 * np.cos(2 * np.pi * u)
    top = g.add(pieces.torso('bodice', body.WAIST + .006, neck,
                             lambda u, z: .012 - .006 * np.clip((1.12 - z) / .03, 0, 1) + .012 * np.exp(-((z - 1.17) / .05) ** 2), h=.0078 / detail,
                             holes=holes(g), fu=lambda u, z: 1.06 + .20 * np.clip((1.28 - z) / .16, 0, 1),
                             fv=lambda u, z: 1.010 + .032 * np.clip((1.28 - z) / .1, 0, 1), give=.25))
    top.pinned[top.bottom_ring] = True
    s = sleeves(g, top, .53, [(.1, .047), (.3, .046), (.44, .044), (.475, .036), (.53, .032)],
                [(0, 1), (.1, 1.02), (.2, 1.08), (.44, 1.25), (.468, 1.28), (.480, 1), (.53, 1)], along=1.02, cuff=6)
    sk = g.add(skirts.skirt('skirt', body.WAIST + .004, .80, .30, .275, lambda t: .86 + 1.30 * t ** .9, detail,
                            flutes=9, ripple=.010, ease=.005))
    flat_front(sk)
    g.drape(thick=.005, bend=.45, fine=26)
    pressed.smooth_back(g, top, .26, 1.125, 1.475, .175)
    folds.box_pleat(g, top, .002, YOKE, 1.17, .018, .0060)
    creases(g, top, s)
    g.finish()
    g.cuffs(s, .474, .536, .0340, stitch=('first', 'last', 'left'), turned=.004)
    for k, side in ((0, 1), (1, -1)):
        trims.cuff_button(g, s[k].arm_frame, .508, .0375, side)
    at, low = g.surface(top), g.surface(sk)
    trims.strip(g, at, .5, .042, 1.452, body.WAIST + .01, 90, lift=.0022, edge=.0012, cols=9, stitch=SIDES)
    wide = lambda v: .86 + 1.3 * v ** .9
    above, _ = at(.5, np.linspace(body.WAIST + .012, body.WAIST + .030, 7))     # the bodice's, where it goes under the belt
    front = to_hem(bridge(low, wide, above[:, 0].mean()), low)
    trims.strip(g, front, .5, lambda v: .034 / wide(v), .040, .9985, 130, lift=.0012, edge=.004, cols=9, stitch=SIDES, turned=.005)
    for z in np.linspace(1.394, 1.160, 4):
        (p, n), (a, _), (b, _) = (at(.5, z + k) for k in (0, .0028, -.0125))
        buttons.buttonhole(g, a + n * .0024, b + n * .0024, n)
        trims.button(g, p + n * .0022, n, .0058, .0026, colour=CARVED)
    for v in np.linspace(.080, .905, 7):
        p, n = front(.5, v)
        buttons.buttonhole(g, p + n * .0019 + UP * .0028, p + n * .0019 - UP * .0125, n)
        trims.button(g, p + n * .0014, n, .0058, .0026, colour=CARVED)
    yoke(g, cloth(g, top))
    belts.buckled(g, body.WAIST - .004)
    p, n = collars.shirt(g, top, neck, ease=.0095)
    trims.button(g, p, n, .0054, .0026, colour=CARVED)
    return g
