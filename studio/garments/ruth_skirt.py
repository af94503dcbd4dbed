"""Ruth: maxi skirt, three gathered tiers on a waistband; washed linen.

Its folds run from the hip to the hem, over the seams, and more of them open in every tier; they are cut into the cloth, which keeps
them. What is small below a seam is laid in afterwards. A slip under the skirt keeps its line: else it would sink into a column.
"""
import numpy as np
from scipy.ndimage import gaussian_filter1d

from tailor import body, crumples, folds, pressed, skirts, spreading, trims, waists
from tailor.garment import Garment
from tailor.steps import smoothstep

DETAIL = (.90, .50, .03, -.20)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)
LENGTH, FALL = .975, .957         # of the cloth; of its slanting line, plumb (m)
SEAMS = (.28, .60)                # depth at which a tier begins, part of the whole
CLOSING = .238                    # u of the zip, at the left side: the back of the band laps over the front
# z, half-width, half-depth, y: the slip it falls over
SLIP = ((.06, .205, .185, 0), (.40, .182, .150, 0), (.75, .172, .133, 0), (.92, .178, .132, .004), (.96, .171, .127, .003))
# height, and how much wider than it fell
SLOPE = ((.13, 1.09), (.50, 1.05), (.70, 1.01), (.82, .975), (.90, .935), (.96, .907), (1.01, .914), (1.045, .960), (1.068, 1))
# folds, all round: how many, and how deep (m) at the waist, on the hip, at both seams and at the hem
WAVES = ((47, .0024, .0008, 0, 0, 0), (23, .0015, .0040, .0085, .0130, .0150), (34, .0010, .0022, .0040, .0070, .0110),
         (15, 0, .0015, .0040, .0060, .0090))


def tiers(t):
    """Circumference at depth t: each tier is cloth gathered onto the one above."""
    if t < SEAMS[0]:
        return 1.08 + .12 * t / SEAMS[0]
    if t < SEAMS[1]:
        return 1.80 + .10 * (t - SEAMS[0]) / (SEAMS[1] - SEAMS[0])
    return 2.95 + .45 * (t - SEAMS[1]) / (1 - SEAMS[1])


def fallen(u, t, rng):
    """How far out the cloth starts at u, depth t (a column): the folds it will keep, no two alike."""
    out = 0
    for count, *deep in WAVES:
        wander = sum(k * np.sin(2 * np.pi * (n * u + .06 * t + rng.random())) for n, k in ((2, .6), (3, .5), (5, .45), (8, .25)))
        bold = 1 + .5 * np.sin(2 * np.pi * (7 * u + .5 * t + rng.random())) + .3 * np.sin(2 * np.pi * (11 * u - .7 * t + rng.random()))
        out = out + np.interp(t, (0, .12, *SEAMS, 1), deep) * bold * np.sin(2 * np.pi * (count * u + wander))
    return out


def about(tops, b, before, sets_in, after, fades):
    """1 near the depths `tops`: from `before` above each, over `sets_in`, until `after` below it, over `fades`."""
    return np.max([smoothstep((b - t + before) / sets_in) * smoothstep((t + after - b) / fades) for t in tops], axis=0)


def shared(b):
    """How evenly the cloth is shared out at depth b: wholly at a seam and below the band, by the gathers; elsewhere it crowds in
    folds."""
    return about((0, *SEAMS), b, .06, .05, .11, .08)


def side_by_side(g, p, least=.55, rounds=6):
    """Folds of p that fell over one another come to lie side by side and run straight down: going round, every place turns on by at
    least the part `least` of what it would without folds, and at a seam as all others do."""
    R, N = p.shape
    even = 2 * np.pi * np.arange(N) / N
    ahead = lambda x: np.unwrap(np.arctan2(x[..., 0], x[..., 1]), axis=1) - even
    was, cut = ahead(g.placed(p).reshape(R, N, 3)), spreading.wide(ahead(p.x.reshape(R, N, 3)))
    was -= 2 * np.pi * np.round((was.mean(1) - cut.mean(1)) / (2 * np.pi))[:, None]
    new = was - (spreading.wide(was) - cut) * (.8 * smoothstep((np.arange(R) - 5) / 20))[:, None]
    new = spreading.onward(new, least, rounds)
    new += (spreading.wide(new, .08) - new) * shared(np.linspace(0, 1, R))[:, None]
    turn = gaussian_filter1d((new - was) * smoothstep((np.arange(R) - 4) / 2)[:, None], 1.5, axis=0, mode='nearest')
    ids, turn = folds.sampled(g, p, turn)
    g.x[ids, :2] = spreading.turned(g.x[ids, :2], turn)


def ironed(a, b):
    """How much is steamed out: a little everywhere below the band; above a seam, where a tier ends all but flat, and just below it,
    where the solver crumples what is gathered, all that is narrow."""
    hip = np.maximum(.32, .6 * smoothstep((.09 - b) / .05)) * smoothstep((b - .031) / .008)
    return np.maximum(hip, about(SEAMS, b, .11, .10, .085, .06))


def crowded(a, b):
    """Where gathers laid into folds may stand on edge: below the band and every seam."""
    return about((.03, *SEAMS), b, .004, .006, .22, .08)


def slope(g):
    """From the band the line slopes to the hem, over slim hips: the slip's own would step out below the waist as over panniers."""
    z = g.x[:, 2]
    g.x[:, :2] *= np.interp(z, *zip(*SLOPE))[:, None]


def make(detail):
    g = Garment('linen', 'linen', (0.598, 0.517, 0.386), arms=False, detail=detail)
    g.grid = body.filled(g.grid, SLIP)
    p = g.add(skirts.skirt('skirt', body.WAIST + .004, LENGTH, body.WAIST + .004 - FALL, .25, tiers, detail,
                           ripple=0, nu=500, ease=.0072, held=4, hip=.016, gathers=()))
    R, N = p.shape
    p.friction = .2
    p.tiers = [0, *(int(round(k * (R - 1))) for k in SEAMS)]
    for k in p.tiers[1:]:
        p.seams[p.row(k)] = True
    u, t = np.arange(N)[None] / N, np.linspace(0, 1, R)[:, None]
    out = fallen(u, t, np.random.default_rng(6))
    out[:5] = np.clip(out[:5], -.004, .0040)             # the waistband covers these: they follow the body, as it does
    x = p.x.reshape(R, N, 3)
    x[:5] = body.around(u, x[:5, :, 2], .0072)
    out *= 1 - .85 * np.exp(-((u - CLOSING) / .016) ** 4 - (t / .19) ** 6)               # a zip keeps the cloth flat
    x[..., :2] += out[..., None] * np.stack([np.sin(2 * np.pi * u), np.cos(2 * np.pi * u)], -1)
    g.drape(thick=.0040, keep_bends=True, bend=3, fine_bend=.15, frames=44)
    side_by_side(g, p)
    slope(g)
    pressed.steam(g, p, .13, ironed, doubled=True)
    for t in SEAMS:
        pressed.wander(g, p, t, .0030, .05, seed=int(100 * t))
    folds.level_hem(g, p, SEAMS[1])
    pressed.wander(g, p, 1, .0014, .08, seed=5)
    for start, count, depth, wide, seed in ((.028, 38, .0024, .0062, 31), (.282, 84, .0034, .0042, 32), (.602, 104, .0038, .0038, 33)):
        deep = .0030 if start < SEAMS[0] else .0046
        among = (CLOSING + .02, CLOSING + .98) if start < SEAMS[0] else (0, 1)       # a zip keeps the cloth flat
        laid = dict(soft=.05, among=among)
        folds.gather(g, p, count, start, .11, depth, wide, seed=seed, lean=.006, **laid)                # fine ones, soon gone
        folds.gather(g, p, count // 2, start, .34, deep, .0060, seed=seed + 10, lean=.010, **laid)      # some of them open
    pressed.steam(g, p, .019, crowded, doubled=True)
    pressed.under_belt(g, (p,), body.WAIST - .019, body.WAIST + .03, .0062, soft=.014)
    crumples.lay(g, p, (((.50, .20), (.10, .05), 6, .1), ((.46, .45), (.12, .06), 8, .4), ((.05, .46), (.1, .06), 6, -.4)),
                 much=.7, seed=5)
    g.finish(thickness=.0018)
    waists.band(g, height=.044, out=.0108, press=.0016, slack=.0012, snug=.0028, end=.175, lap=.020, step=.0010,
                stitched=True, seed=6)
    trims.lap(g, g.surface(p), CLOSING + .003, .034, .150, .018, rise=.0012, sunk=.03)   # the zip lies under this edge
    return g
