"""Miriam: loose tiered dress, long sleeves gathered at the wrist, round neck with ties; viscose."""
import numpy as np

from garments.shapes import sleeves
from tailor import body, bound, crumples, folds, pieces, pressed, skirts, ties, trims
from tailor.garment import Garment
from tailor.pieces import armhole
from tailor.steps import smoothstep

YOKE = 1.17
SEAMS = (.36, .68)                  # where the tiers begin, parts of the skirt's length


def tiers(t):
    if t < .36:
        return 1.62 + .1 * t
    if t < .68:
        return 2.25 + .1 * (t - .36)
    return 3.05 + .2 * (t - .68)


DETAIL = (1.315, .44, .0, -.20)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)


def make(detail):
    g = Garment('fluid', 'viscose', (0.36, 0.098, 0.042), detail=detail)
    neck = lambda u: 1.447 + 0.024 * np.cos(2 * np.pi * u)
    n = int(68 * detail)
    top = g.add(pieces.torso(
        'bodice', YOKE, neck, lambda u, z: 0.012 + .016 * np.clip((1.36 - z) / .15, 0, 1), h=0.0078 / detail,
        holes=[armhole(.25, n, z=1.297, hz=.098), armhole(.75, n, z=1.297, hz=.098)],
        fu=lambda u, z: 1.012 + .05 * np.clip((1.30 - z) / .10, 0, 1)))
    top.stiffer = 8                                      # the yoke is lined
    low = top.x[top.bottom_ring]
    s = sleeves(g, top, .525, [(.1, .052), (.2, .052), (.40, .050), (.47, .038), (.525, .032)],
                [(0, 1), (.02, 1.1), (.1, 1.08), (.3, 1.25), (.44, 1.6), (.466, 1.6), (.48, 1.0), (.525, 1.0)],
                along=1.055, cuff=5, cap=.19)
    # the skirt hangs from the empire seam, not from the waist
    a0 = np.abs(low[:, 0]).max()
    sk = skirts.skirt('skirt', YOKE, 1.12, 0.05, 0.26, tiers, detail, flutes=27, ripple=.014, nu=420,
                      ease=a0 - body.section(YOKE)[0], held=0, gathers=((0, 44, .006), (.36, 60, .007), (.68, 84, .007)))
    sk.x.reshape(*sk.shape, 3)[0, :, 2] -= .002
    R = sk.shape[0]
    sk.tiers = [0, *(int(round(k * (R - 1))) for k in SEAMS)]
    for k in sk.tiers[1:]:
        sk.seams[sk.row(k)] = True
    top.pinned[top.bottom_ring] = True
    g.add(sk)
    g.drape(thick=0.0045)
    pressed.smooth_back(g, top, .36, YOKE + .004, 1.480, .175)
    pressed.under_belt(g, (top,), YOKE - .01, YOKE + .006, .029, soft=.10)      # it must not blouse over its seam
    # a yoke lined and cut from one length bridges the hollow under the bust
    pressed.steam(g, top, .40, lambda a, z: (smoothstep((z - YOKE - .004) / .05) * smoothstep((1.40 - z) / .06)
                                             * smoothstep((.20 - abs(a - .5)) / .06)))
    pressed.armpits(g, top, s, wide=.09, reach=.065)
    for t in SEAMS:                                       # the solver crumples what is gathered here
        pressed.steam(g, sk, .11, lambda a, b: smoothstep((b - t + .030) / .025) * smoothstep((t + .085 - b) / .06), doubled=True)
        pressed.wander(g, sk, t, .0035, .05, seed=int(100 * t))
    for t, count, depth, seed in zip((0, *SEAMS), (70, 165, 215), (.0045, .0068, .0072), (31, 32, 33)):       # small gathers below each seam
        folds.gather(g, sk, count, t + .002, .14 if t else .11, depth, .0024 if t == 0 else .0019, seed=seed, soft=.05, lean=.008 if t else .02)
    for k, p in enumerate(s):
        for n, (start, end, count, spread, depth) in enumerate((
                ((.38, .55 + .03 * k), (.13, .45), 3, .055, .0085), ((.37, .58), (.11, .67 - .03 * k), 3, .060, .0080),
                ((.42, .20), (.17, .10), 2, .045, .0070))):
            folds.fan(g, p, start, end, count, spread, depth, (.36, p.s[-1]), width=.010, seed=61 + 7 * k + n)
        crumples.lay(g, p, (((.28, .54), (.05, .05), 8, .3 - .6 * k), ((.78, .50), (.05, .05), 4, .2), ((.12, .68), (.06, .06), 4, 1.0)),
                     much=1.4, seed=41 + k)
    for p in (top, sk, *s):
        p.fabric = 'sprigged'                            # binding, cuffs and ties are plain
    g.finish()
    g.cuffs(s, .478, .530, .0335)
    trims.seam_band(g, low, .009, .0016, thickness=.0008)
    bound.neck(g, top, neck)
    at = g.surface(top)
    bound.slit(g, at, .5, 1.421, 1.352)
    p, _ = at(.5, 1.416)
    ties.tails(g, p + [.001, -.001, .002], [0, -1, 0], width=.013, drop=.20, apart=.024, seed=2)
    return g
