"""Rebekah: long cape, soft stand collar, four buttons, welted arm slits; stone wool."""
import numpy as np
from scipy.interpolate import LinearNDInterpolator, RegularGridInterpolator
from scipy.ndimage import gaussian_filter1d

from tailor import body, collars, folds, pieces, pressed, skirts, trims
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


def make(detail):
    g = Garment('wool', 'wool', (0.250, 0.214, 0.176), arm=body.Arm(spread=.14), detail=detail)
    # a little less round than neck, shoulders and arms at each depth, as steamed wool is, then a flare
    p = g.add(skirts.cape('cape', neck, LONG, lambda s: np.interp(s, [0, .05, .22, 1.02], [.50, .60, 1.02, 2.05]),
                          detail, ease=.013, flutes=9, ripple=.016, reach=(.165, .095), flare=.03, nu=340, yoke=.34))
    p.margin = .012
    for r in range(1, int(4 * detail)):                  # set into the collar
        p.pinned[p.row(r)] = True
    pieces.tether(p, int(4 * detail) - 1)
    g.drape(thick=.0055, frames=90, bend=.16, fine=0)    # heavy wool makes no small folds
    folds.ease_in(g, p, .10, .50, .050)
    pressed.steam(g, p, .045, lambda _, s: smoothstep((s - .12) / .10))      # what buckled at the size of the mesh
    # heavy wool breaks softly from the shoulders towards the fronts, and behind; no two alike
    for k, (start, end, count, spread, depth, width) in enumerate((
            ((.330, .20), (.415, .62), 2, .050, .0058, .030), ((.672, .21), (.600, .56), 2, .035, .0058, .027),
            ((.395, .44), (.380, .95), 1, .010, .0100, .034), ((.640, .72), (.610, 1.02), 1, .010, .0080, .030),
            ((.180, .22), (.080, .60), 2, .060, .0055, .030), ((.835, .20), (.940, .52), 2, .050, .0055, .027))):
        folds.fan(g, p, start, end, count, spread, depth, (1.5, 1.0), width=width, jitter=.02, seed=21 + k)
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


def turned_hem(g, p):
    """The fold of the hem, as thick as two layers of cloth, and what is turned up inside."""
    x = g.placed(p).reshape(*p.shape, 3)
    down = x[-1] - x[-3]
    down /= np.linalg.norm(down, axis=1)[:, None]
    out = np.cross(np.roll(x[-1], -1, 0) - np.roll(x[-1], 1, 0), down)
    out *= np.sign((out * (x[-1] - x[-1].mean(0))).sum()) / np.linalg.norm(out, axis=1)[:, None]
    fold = ((-.0075, -.0006), (-.0045, .0004), (-.0015, .0006), (.0006, .0001), (.0018, -.0014), (.0020, -.0028), (.0010, -.0044),
            (-.0020, -.0052), (-.016, -.0050), (-.034, -.0046))
    trims.sheet(g, 'hem', np.array([x[-1] + down * d + out * o for d, o in fold]), True, thickness=0)


def dress(g, p):
    """Collar, front edge, buttons and welts, on the draped cloth."""
    at = g.surface(p)
    hangs = across(at)
    collars.stand(g, neck)
    turned_hem(g, p)
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
