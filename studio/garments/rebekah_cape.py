"""Rebekah: long cape, soft stand collar, four buttons, welted arm slits; stone wool."""
import numpy as np
from scipy.interpolate import LinearNDInterpolator, RegularGridInterpolator
from scipy.ndimage import gaussian_filter1d

from tailor import body, collars, edges, folds, pieces, pressed, skirts, trims
from tailor.buttons import buttonhole
from tailor.garment import Garment
from tailor.pockets import welt
from tailor.steps import smoothstep

DETAIL = (1.345, .46, .0, -.25)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)
LONG, EDGE = 1.02, .027            # from neck to hem; how far the right front's edge lies past the middle (m)
HORN = (.10, .07, .05)


def neck(u):
    """Height of the neck seam."""
    return 1.458 + .012 * np.cos(2 * np.pi * u)


def hang_on(g, p, last=.15, over=.12):
    """The `last` metres above the hem go on in the line of what is above: steamed cloth draws in, but its edge would not."""
    x, s = g.x[p.ids].reshape(*p.shape, 3), p.param[:, 1].reshape(p.shape)[:, 0]
    at = lambda k: np.array([np.interp(k, s, x[:, c, d]) for c in range(p.shape[1]) for d in range(3)]).reshape(-1, 3)
    end = at(LONG - last)
    way = (end - at(LONG - last - over)) / over
    new = end + way * (s - LONG + last)[:, None, None]
    t = smoothstep((s - LONG + last) / .04)[:, None, None]
    g.x[p.ids] = (x * (1 - t) + new * t).reshape(-1, 3)


def flutes(g, p, count=11, seed=8):
    """Lay in the folds in which heavy wool falls from the shoulders: long and round, each begun at a height of its own and deepest
    at the hem. The fronts stay flat beside the closing, down to the ends of the welts."""
    rng = np.random.default_rng(seed)
    u, s = folds.everywhere(g, p)
    here = np.isfinite(u)
    u, s = u[here], s[here]
    wave = lambda counts: sum(k * np.sin(2 * np.pi * (n * u + rng.random())) for n, k in counts)
    phase = 2 * np.pi * count * u + wave(((2, .7), (3, .5), (5, .4))) + .35 * wave(((1, 1), (4, .5))) * s
    begins = .17 + .12 * np.clip(.5 + .5 * wave(((3, .6), (7, .6), (10, .4))), 0, 1)
    deep = .031 + .008 * wave(((2, .6), (5, .7)))
    flat = .098 - .036 * smoothstep((s - .50) / .50)     # half of it, part of the way round
    from_closing = 1 - np.exp(-((u - .5) / flat) ** 4)
    t = np.clip((s - begins) / (LONG - begins), 0, 1)
    g.x[here] += folds.outward(g, p)[here] * (deep * t * from_closing * (np.cos(phase) + .22 * np.cos(2 * phase)))[:, None]


def make(detail):
    g = Garment('wool', 'wool', (0.250, 0.214, 0.176), arm=body.Arm(spread=.14), detail=detail)
    # a little less round than neck, shoulders and arms at each depth, as steamed wool is, then a line that hangs
    p = g.add(skirts.cape('cape', neck, LONG, lambda s: np.interp(s, [0, .05, .22, 1.02], [.50, .60, 1.02, 1.68]),
                          detail, ease=.013, flutes=9, ripple=.010, reach=(.165, .095), flare=.03, nu=340, yoke=.34))
    p.margin = .012
    for r in range(1, int(4 * detail)):                  # set into the collar
        p.pinned[p.row(r)] = True
    pieces.tether(p, int(4 * detail) - 1)
    g.drape(thick=.0055, frames=90, bend=.16, fine=0)    # heavy wool makes no small folds
    folds.ease_in(g, p, .10, .50, .050)
    # what fell askew goes, and what buckled at the size of the mesh
    pressed.steam(g, p, .26, lambda _, s: smoothstep((s - .10) / .16), doubled=True)
    hang_on(g, p)
    flutes(g, p)
    folds.level_hem(g, p, .62)
    for u in (.252, .747):                               # over the shoulders and down the sides
        p.seams |= np.abs(p.param[:, 0] - u) < .5 / p.shape[1]
    g.finish(thickness=.0042)
    dress(g, p)
    return g


def across(at):
    """Where the cloth of surface `at` hangs x metres from the middle of the front, s metres from the neck: its u."""
    s, u = np.linspace(0, LONG, 120), np.linspace(.33, .67, 140)
    x = at(u[None], s[:, None])[0][..., 0]
    ask = np.linspace(-.19, .19, 96)
    found = np.array([np.interp(-ask, -row, u) for row in x])
    found = gaussian_filter1d(found, 2.5, axis=0, mode='nearest')

    table = RegularGridInterpolator((s, ask), found, bounds_error=False, fill_value=None)
    return lambda x, s: table(np.stack(np.broadcast_arrays(s, x), -1))


def front_edge(g, p, at, hangs):
    """The edge of the right front, lying over the left, turned and top-stitched; away from its edge it goes into the cloth,
    and at the top, its corner rounded, into the collar's seam."""
    s = np.concatenate([np.linspace(.005, .030, 26), np.linspace(.0335, LONG - .0030, 230), [LONG - .0012, LONG - .0002, LONG - .0002]])
    fades = np.linspace(.018, .105, 14)
    into = np.concatenate([[.0012, .0006, 0, .0005, .0013, .0030, .006, .010], fades])
    high = np.concatenate([[-.002, .0012, .0030, .0046, .0054, .0056, .0055, .0054], .0024 + .0030 * np.cos(np.linspace(0, np.pi, 14))])
    wander = .0007 * np.sin(7 * s + .5) + .0005 * np.sin(17 * s)
    corner = .017
    wander -= corner - np.sqrt(corner ** 2 - np.clip(corner + .010 - s, 0, corner) ** 2 * .9)
    x = (EDGE + wander)[:, None] - into
    u = hangs(x, np.broadcast_to(s[:, None], x.shape))
    q, n = at(u, s[:, None])
    down = np.concatenate([np.ones(len(s) - 3), [.92, .70, -.2]])
    sewn = np.clip((s - .005) / .008, 0, 1)
    down = down * sewn * sewn * (3 - 2 * sewn)
    lap = q + n * (high * down[:, None] - .0030 * (1 - sewn[:, None]))[..., None]
    uv = LinearNDInterpolator(p.param, p.uv)(np.stack(np.broadcast_arrays(u, s[:, None]), -1).reshape(-1, 2))
    trims.sheet(g, 'lap', lap, thickness=0, top=np.tile(into, len(s)))
    m = g.meshes[-1]                                     # the cloth's own threads, and its hem, run on in it
    m.update(uv=uv[m['faces']], hem=np.repeat(LONG - s, len(into)))


def dress(g, p):
    """Collar, front edge, buttons and welts, on the draped cloth."""
    at = g.surface(p)
    hangs = across(at)
    collars.stand(g, neck)
    edges.turned_hem(g, p)
    front_edge(g, p, at, hangs)
    for k, s in enumerate(np.linspace(.075, .525, 4)):
        x = .0012 * np.sin(2.1 * k)
        q, n = at(hangs(x, s), s)
        trims.button(g, q + n * .0058, n, .0120, .0045, colour=HORN)
        a, b = (at(hangs(x + w, s + .0006), s + .0006)[0] for w in (.002, -.0178))
        buttonhole(g, a + n * .0056, b + n * .0050, n)
    # the left one turns its edge from the light: it must stand higher to be seen
    for side, top, low, slope, seed, lift in ((-1, .116, .437, .030, 1, .0040), (1, .119, .441, .026, 2, .0056)):
        def way(t, w, side=side, top=top, low=low, slope=slope):
            t, w = np.broadcast_arrays(t, w)
            return at(hangs(side * (top + slope * t + w), low + .26 * t), low + .26 * t)
        welt(g, way, gape=.9 * lift, lift=lift, seed=seed, flip=side < 0)
