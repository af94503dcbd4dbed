"""Hannah: blouse with bishop sleeves, pintucked front, high neck with a narrow tie; cotton voile."""
import numpy as np
from scipy.ndimage import gaussian_filter

from garments.shapes import holes, sleeves
from tailor import body, bound, buttons, folds, pieces, pintucks, pressed, ties, trims
from tailor.garment import Garment
from tailor.laid import cloth
from tailor.steps import smoothstep

DETAIL = (1.345, .44, .01, -.18)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)
CLOSE = (.84, .83, .81)             # close to, ivory comes out white
SHELL = (.77, .73, .67)
IVORY = (.815, .782, .715)
SHEER = tuple(.95 * c for c in IVORY)       # one layer of voile, nothing behind it
DOUBLED = (.795, .758, .688)                # the tie, two layers of it: a little deeper in colour
HEM, RELEASE = .866, 1.205          # heights of the hem and of the lower ends of the tucks
TUCKS = [side * (.0275 + .0115 * k) for side in (-1, 1) for k in range(5)]       # metres from centre front


def ease(u, z):
    """Metres from the body: close at the neck, then straight down from bust, blades and armholes to a level hem."""
    a, b, y = body.section(z)
    t = np.clip((1.27 - z) / (1.27 - HEM), 0, 1)
    c = np.cos(2 * np.pi * u)
    near = .0035 + .0085 * np.clip((1.45 - z) / .10, 0, 1)
    side = .158 + .022 * t - a
    front = .147 + .004 * t + y - b
    behind = .108 + .042 * t - y - b
    low = side * (1 - c * c) + np.where(c < 0, front, behind) * c * c
    k = np.clip((1.31 - z) / .05, 0, 1)
    return near + (np.maximum(low, .006) - near) * k * k * (3 - 2 * k)


def released():
    """The folds below the tucks, and some at the sides: (x, height where it fades, depth, width, lean) of each."""
    rng = np.random.default_rng(8)
    some = [(x, rng.choice((1.04, .95, .84, .80, .78)), rng.uniform(.0026, .0066), rng.uniform(.0058, .0082),
             x * rng.uniform(.10, .55)) for x in TUCKS]
    return some + [(side * rng.uniform(.09, .15), .82, rng.uniform(.002, .004), rng.uniform(.010, .014), side * .02)
                   for side in (-1, 1, -1, 1)]


def shoulder(off):
    """Height of the yoke's seam in front, `off` of the way round from centre front."""
    t = (off - .165) / .051
    return 1.4490 - .069 * t + .007 * np.sin(np.pi * np.clip(t, 0, 1))


def close(g, top, neck):
    """Lay the uppermost 3 cm close round the neck: the stand is sewn on without a gather."""
    u, z = folds.everywhere(g, top)
    here = np.isfinite(u) & (z > 1.40)
    u, z = u[here], z[here]
    g.x[here] += smoothstep(1.25 - (neck(u) - z) / .028)[:, None] * (body.around(u, z, .0042) - g.x[here])


def camisole(top):
    """What shines through the voile: a texture, a metre square as trace.c reads it, a little brighter where the camisole lies
    behind: below the collarbone, clear of the armholes, on narrow straps; towards its hem it is loose and shines through less and less."""
    at = (np.arange(512) + .5) / 512
    order = np.argsort(top.uv[:, 1])
    z = np.interp(at, top.uv[order, 1], top.param[order, 1])[:, None]
    u = (at / top.period)[None]
    off = np.abs(np.mod(u + .25, .5) - .25) * .92          # metres from centre front or back
    top_edge = 1.352 + .05 * np.clip(off / .09, 0, 1) ** 3 - .16 * np.clip((off - .11) / .1, 0, 1)
    strap = (np.abs(off - .098) < .008) & (z > 1.35)
    behind = gaussian_filter(((z < top_edge) | strap).astype(float), 1.6)
    return np.repeat((.78 + .22 * behind * smoothstep((z - .86) / .28))[..., None], 3, 2)


def placket(g, front):
    """The doubled band down the front, from neck to hem, with seven buttons in worked holes."""
    z = np.linspace(1.437, HEM + .0005, 170)
    over = np.array([-.0150, -.0152, -.0148, -.013, -.008, 0, .008, .013, .0148, .0152, .0150])
    out = np.array([-.0012, .0004, .0013, .0017, .0018, .0018, .0018, .0017, .0013, .0004, -.0012])
    p, n = front.place(over + 0 * z[:, None], z)
    trims.sheet(g, 'placket', p + n * out[None, :, None], thickness=0, flip=True, stitch=('left', 'right'), turned=.0025)
    for h in np.linspace(1.312, .912, 7):                # above, the tie closes the neck
        (p, n), (a, _), (b, _) = (front.point(0, h + k) for k in (0, .0028, -.0105))
        buttons.buttonhole(g, a + n * .0020, b + n * .0020, n)
        trims.button(g, p + n * .0019, n, .0050, .0024, colour=SHELL)


def iron(g, top, s):
    """What the drape leaves of broad waves and dents goes, but at neck, armholes and hem."""
    hole = lambda u, z: np.hypot((np.abs((u % .5) - .25)) / .062, (z - 1.303) / .092)
    below = lambda u, z: smoothstep((1.452 + .026 * np.cos(2 * np.pi * u) - z) / .03)
    pressed.steam(g, top, .22, lambda u, z: (below(u, z) * smoothstep((z - HEM + .01) / .05)
                                             * smoothstep(hole(u, z) - 1.1)), doubled=True)
    for p in s:
        pressed.steam(g, p, .075, lambda a, b: smoothstep(b / .06) * smoothstep((.865 - b) / .05), doubled=True)


def round_sides(g, top, by=.016, over=.065):
    """At its sides the hem leans in, `by` metres over the lowest `over` metres: from in front no corner stands out."""
    side = lambda u: smoothstep((.14 - np.abs(np.mod(u, .5) - .25)) / .07)
    pressed.steam(g, top, .12, lambda u, z: .9 * smoothstep((HEM + .09 - z) / .05) * side(u), doubled=True)
    u, z = folds.everywhere(g, top)
    here = np.isfinite(u) & (z < HEM + over)
    x, t = g.x[here, 0], (HEM + over - z[here]) / over
    g.x[here, 0] -= np.sign(x) * by * t ** 2 * np.clip(np.abs(x) / np.abs(x).max(), 0, 1) ** 3


def small_folds(g, top, s):
    """Below the tucks and the yoke, at the sleeves' heads and cuffs, at the hem."""
    pintucks.released(g, top, released(), RELEASE, HEM)
    for k, p in enumerate(s):
        end = np.argmin(np.abs(p.s - .476)) / (len(p.s) - 1)
        folds.gather(g, p, 19, end, -.85, .0070, .012, seed=11 + k, soft=.10)        # into the cuff
        folds.gather(g, p, 13, .0, .55, .0048, .011, seed=21 + k, soft=.2, among=(-.26, .26))       # and off the shoulder
    folds.gather(g, top, 12, 1.364, -.42, .0060, .0065, seed=35, soft=.06, lean=.03, among=(-.075, .075))     # below the yoke, behind
    folds.gather(g, top, 7, HEM, .30, .0070, .012, seed=39, soft=0, lean=.03, among=(-.17, .17))             # and up from the hem
    folds.gather(g, top, 30, 1.23, -.44, .0034, .0052, seed=41, soft=.45, lean=.02)         # thin cloth keeps no wide flat place
    folds.shape_hem(g, top, 1.02, HEM, lambda u: .008 * np.cos(4 * np.pi * u) - .002, .0020, seed=6)
    round_sides(g, top)
    for p, side in zip(s, (1, -1)):
        folds.tuck(g, p, .481, .0352, side, blouse=.0125, count=17, above=.095)
        pressed.steam(g, p, .03, lambda a, b: .8 * smoothstep((b - .74) / .08) * smoothstep((.905 - b) / .02), doubled=True)
        folds.gather(g, p, 18, .892, -.46, .0065, .011, seed=61 + side, soft=.10)
    for p in s:                                          # where they all end at one height the light would show a rash
        pressed.steam(g, p, .05, lambda a, b: .35 * smoothstep((b - .25) / .12) * smoothstep((.70 - b) / .12), doubled=True)
    for p in (top, *s):
        pressed.even(g, p, -1, rounds=7 if p is top else 12)                     # no relief as fine as the mesh


def sew_on(g, top, s, neck):
    """Cuffs, stand, tucks, placket and yoke."""
    for p, side in zip(s, (1, -1)):
        on = bound.cuff(g, p.arm_frame, .479, .530, .0335, side, lap=1.50, seed=4 + side)
        for t in (.38, .74):
            q, n = on(t, 1.26)
            trims.button(g, q, n, .0050, .0024, colour=SHELL)
    tied_round(g, bound.soft_stand(g, neck, ease=.0055, pushed=0, stitch=('first',), turned=.0065))
    front = pintucks.Front(g, top, HEM - .006)
    seam = lambda u: np.where(np.abs(u - .5) < .165, neck(u) - .002, shoulder(np.abs(u - .5)))
    for k, x in enumerate(TUCKS):
        pintucks.tuck(g, front, x, pintucks.highest(front, x, seam), RELEASE + .002 * np.sin(5 * k), seed=k)
    placket(g, front)
    u = np.linspace(.165, .212, 50)                      # further on the armhole turns it into a hook
    for side in (-1, 1):
        pintucks.yoke(g, cloth(g, top), .5 + side * u, shoulder(u), .5 + side * .25, rise=.45, fade=16, colour=SHEER)
    t = np.linspace(-1, 1, 161)
    pintucks.yoke(g, cloth(g, top), .212 * t, 1.362 + .004 * np.cos(3 * t), None, colour=SHEER)
    return front


def tied_round(g, stand, low=4, high=9):
    """The tie goes round the stand, over its rows `low` to `high`, and stands out a little."""
    rows = stand[low:high + 1]
    out = rows * [1, 1, 0] - rows.mean((0, 1)) * [1, 1, 0]
    out /= np.linalg.norm(out, axis=2)[..., None]
    s = np.linspace(0, 1, rows.shape[1])
    loose = .0005 * np.sin(2 * np.pi * (5 * s + .2)) + .0004 * np.sin(2 * np.pi * (11 * s + .7))
    at = np.array([0, 0, .06, .2, .5, .8, .94, 1, 1]) * (high - low)
    lift = np.array([-.0012, .0006, .0016, .0019, .0017, .0019, .0016, .0006, -.0012])
    band = []
    for k, h in zip(at, lift):
        i = min(int(k), high - low - 1)
        t = k - i
        p, n = ((1 - t) * v[i] + t * v[i + 1] for v in (rows, out))
        band.append(p + n * (h + loose * (h > 0))[:, None] + [0, 0, 1.0] * (loose * .8)[:, None])
    trims.sheet(g, 'band', np.array(band), thickness=0, flip=True, colour=DOUBLED)


def make(detail):
    g = Garment('voile', 'voile', IVORY, arm=body.Arm(spread=.205, bend=.20), detail=detail)
    g.hand = dict(mass=.10, bend=.5e-5, shear=.022)      # a voile of 90 grams
    neck = lambda u: 1.458 + .017 * np.cos(2 * np.pi * u)
    top = g.add(pieces.torso('bodice', HEM, neck, ease, h=.0070 / detail, holes=holes(g, 70),
                             fu=lambda u, z: 1.0 + .035 * np.clip((1.22 - z) / .2, 0, 1)))
    top.hems[top.bottom_ring] = True
    s = sleeves(g, top, .525, [(.1, .046), (.3, .048), (.42, .052), (.472, .044), (.485, .032), (.525, .031)],
                [(0, 1), (.015, 1.10), (.12, 1.06), (.3, 1.32), (.43, 1.65), (.472, 1.85), (.485, 1.0), (.525, 1.0)],
                along=1.042, cuff=6)
    g.drape(thick=.0036, frames=60, bend=4, fine_bend=.3)
    iron(g, top, s)
    small_folds(g, top, s)
    close(g, top, neck)
    top.colour = g.colour
    for p in s:
        p.colour = SHEER
    g.finish(thickness=.0009)
    next(m for m in g.meshes if m['name'] == top.name)['texture'] = camisole(top)
    front = sew_on(g, top, s, neck)
    p, _ = front.point(0, 1.436)
    # its ends cross the tucks askew and reach below them: where one came out from under a cut end, it would seem to grow from it
    ties.bow(g, [.002, p[1] - .004, 1.450], [0, -1, 0], width=.017, size=.070, drop=.277, apart=.047, seed=9, lies=.0004,
             colour=DOUBLED)
    return g
