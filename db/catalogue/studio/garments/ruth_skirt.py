"""Ruth: maxi skirt, three gathered tiers on a waistband; washed linen.

Each tier is cut with its gathers already in it and keeps them: small below the seam, fewer and rounder as they fall,
running on into the tier below. The seams are held where they are cut, as gathers of washed linen hold them: else the
cloth would sink into a column.
"""
import numpy as np

from tailor import body, crumples, folds, pressed, skirts, trims, waists
from tailor.garment import Garment

DETAIL = (.90, .50, .03, -.20)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)
LENGTH, FALL = .975, .957         # of the cloth; of its slanting line, plumb (m)
SEAMS = (0, .28, .60)             # depth at which a tier begins, part of the whole
CLOSING = .238                    # u of the zip, at the left side: the back of the band laps over the front
COUNTS = (33, 52, 74)             # its gathers, all round
FINE, ROUND = (.0042, .0080, .0070), (.004, .009, .010)       # how deep: at the seam, and where they have fallen (m)


def tiers(t):
    """Circumference at depth t: each tier is cloth gathered onto the one above."""
    if t < SEAMS[1]:
        return 1.10 + .20 * t / SEAMS[1]
    if t < SEAMS[2]:
        return 1.73 + .06 * (t - SEAMS[1]) / (SEAMS[2] - SEAMS[1])
    return 3.20 + .20 * (t - SEAMS[2]) / (1 - SEAMS[2])


def gathers(u, t, rng):
    """How far out the cloth starts at u, depth t (a column): the folds it will keep."""
    def wave(count):
        wander = sum(k * np.sin(2 * np.pi * (n * u + rng.random())) for n, k in ((2, .5), (3, .45), (5, .3)))
        return np.sin(2 * np.pi * (count * u + wander)) * (1 + .35 * np.sin(2 * np.pi * (7 * u + rng.random())))
    out = .020 * np.clip(t, .1, 1) * wave(13) + .012 * t * wave(19)
    for start, count, fine, fallen in zip(SEAMS, COUNTS, FINE, ROUND):
        d = np.maximum(0, t - start) * LENGTH
        out = out + fine * np.minimum(1, d / .02) * np.exp(-d / .08) * wave(count)
        out = out + fallen * np.minimum(1, d / .12) * np.exp(-d / .35) * wave(int(count / 1.9))
    return out


def drawn_in(g, p, start, least, over):
    """Its seam draws the top of a tier in: at depth `start` every place stands only the part `least` as far from where it is sewn
    as it fell, and wholly as far `over` metres below."""
    a, b = folds.everywhere(g, p)
    here = np.isfinite(a) & np.isfinite(b)
    R, N = p.shape
    seam = g.x[p.ids[p.row(int(round(start * (R - 1))))], :2]
    sewn = np.stack([np.interp(np.mod(a[here], 1), np.arange(N + 1) / N, np.append(v, v[0])) for v in seam.T], 1)
    d = (b[here] - start) * LENGTH
    k = np.clip(d / over, 0, 1)
    much = np.where(d > 0, least + (1 - least) * k * k * (3 - 2 * k), 1)
    g.x[here, :2] = sewn + (g.x[here, :2] - sewn) * much[:, None]


def opened(g):
    """The lowest tier falls as a column: open it to the hem in the line of the tiers above."""
    g.x[:, :2] *= np.interp(g.x[:, 2], (.13, .28, .36, .43, .50), (1.13, 1.10, 1.06, 1.02, 1))[:, None]


def make(detail):
    g = Garment('linen', 'linen', (0.52, 0.42, 0.29), arms=False, detail=detail)
    p = g.add(skirts.skirt('skirt', body.WAIST + .004, LENGTH, body.WAIST + .004 - FALL, .296, tiers, detail,
                           ripple=0, nu=500, ease=.0072, held=4, gathers=()))
    R, N = p.shape
    u, t = np.arange(N)[None] / N, np.linspace(0, 1, R)[:, None]
    out = gathers(u, t, np.random.default_rng(6))
    out[:5] = np.clip(out[:5], -.004, .0040)             # the waistband covers these: they follow the body, as it does
    x = p.x.reshape(R, N, 3)
    x[:5] = body.around(u, x[:5, :, 2], .0072)
    out *= 1 - .85 * np.exp(-((u - CLOSING) / .016) ** 4 - (t / .19) ** 6)               # a zip keeps the cloth flat
    x[..., :2] *= 1 + np.interp(t, (.05, .17, .28, .6, 1), (0, .01, .04, -.065, .05))[..., None]     # the line opens steadily from the hip
    x[..., :2] += out[..., None] * np.stack([np.sin(2 * np.pi * u), np.cos(2 * np.pi * u)], -1)
    for k, low in zip(SEAMS[1:], (.006, .013)):           # drawn down until the tier above hangs straight: slack, it lies over its seam
        row = p.row(int(round(k * (R - 1))))
        p.seams[row] = p.pinned[row] = True
        waves = ((2, 9, .0022), (5, 1, .0014), (11, 3, .0007))
        p.x[row, 2] += sum(high * np.sin(2 * np.pi * n * u[0] + turn * k) for n, turn, high in waves) - low
    g.drape(thick=.0040, keep_bends=True, bend=4, fine_bend=.12)
    opened(g)
    drawn_in(g, p, SEAMS[1], .25, .10)
    drawn_in(g, p, SEAMS[2], .35, .12)
    for k, (start, count) in enumerate(zip(SEAMS, (46, 70, 92))):
        below, wide = (.001, .0032) if k else (.028, .0045)     # the first set in below the waistband
        folds.gather(g, p, count, start + below, .17, .0060, wide, seed=31 + k, soft=.06, lean=.004)
    b = folds.everywhere(g, p)[1]                        # each seam pulls in by some 3 mm: no lip of the tier above
    for seam in SEAMS[1:]:
        g.x[:, :2] *= 1 - .014 * np.exp(-((b[:, None] - seam) / .014) ** 2)
    pressed.wander(g, p, SEAMS[1], .0022, .05, seed=3)
    pressed.wander(g, p, SEAMS[2], .0030, .06, seed=8)
    pressed.under_belt(g, (p,), body.WAIST - .019, body.WAIST + .03, .0062, soft=.014)
    crumples.lay(g, p, (((.50, .20), (.10, .05), 6, .1), ((.46, .45), (.12, .06), 8, .4), ((.05, .46), (.1, .06), 6, -.4)),
                 much=.7, seed=5)
    g.finish(thickness=.0018)
    waists.band(g, height=.044, out=.0108, press=.0016, slack=.0012, snug=.0028, end=.175, lap=.020, step=.0010,
                stitched=True, seed=6)
    trims.lap(g, g.surface(p), CLOSING + .003, .034, .150, .018, rise=.0012)             # the zip lies under this edge
    return g
