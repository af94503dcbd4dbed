"""Elizabeth: velvet dress, high neck, long sleeves, A-line to the ankle; a zip that does not show closes her at the back."""
import numpy as np
from scipy.interpolate import PchipInterpolator
from scipy.ndimage import gaussian_filter1d

from garments.shapes import holes, long_line, sleeves
from tailor import body, folds, pressed, rising, skirts, trims, zips
from tailor.garment import Garment
from tailor.steps import smoothstep

DETAIL = (1.446, .225, -.012, np.pi - .30)    # a close crop: height of its middle, height seen, sideways (m), turn (rad)
CLOSE = (.48, .54, .65)             # so near one sees in among the tufts: the cloth is printed down to what it is from further off
ZIP = .0010                        # the seam at centre back wavers by this (m)
CLEAR = .026                       # how far its cuffs hang off the hip (m)


def wavers(z):
    return ZIP * (np.sin(9 * z + 1) + .5 * np.sin(23 * z))


def centre_seam(g, top, sk, join, around):
    """The seam at centre back, in which the zip lies: how far the cloth is from it, left of it below 0. around (m): the hem."""
    away = np.full(g.n, 9.0)
    for p in (top, sk):
        a, _ = folds.everywhere(g, p)
        z = g.x[:, 2]
        first = 2 * np.pi * body.section(np.maximum(z, join))[0]
        wide = np.where(z > join, first, first + (around - first) * (join - z) / join)
        here = np.isfinite(a)
        away[here] = (((a + .5) % 1 - .5) * wide + wavers(z))[here]
    for k, used in g.cut:
        near = np.abs(away[used]) < .04
        g.meshes[k]['seam'][near] = away[used][near]


def behind(g, top, neck, collar):
    """The line of the closing, down the collar and the back: its points, the cloth's normals and the way across, each (n, 3)."""
    u, z = folds.everywhere(g, top)
    near = np.isfinite(u) & (np.abs((u + .5) % 1 - .5) < .03)
    turn, x = ((u[near] + .5) % 1 - .5), g.x[near]
    levels = np.arange(1.04, neck(0.) - .003, .0025)
    middle = np.abs(turn) < .006
    at = np.argsort(x[middle, 2])
    even = lambda v: gaussian_filter1d(v, 12, mode='nearest')
    line = [np.interp(levels, x[middle, 2][at], even(x[middle, k][at])) for k in (0, 1)]
    back = np.stack([line[0] - wavers(levels), line[1], levels], -1)
    rows = collar.reshape(-1, 161, 3)                    # as stand_collar makes it
    last = rows[..., 2].mean(1).argmax() + 2             # over its upper edge, and in
    up = np.array([[np.interp(-wavers(r[0, 2]), *np.roll(r, 6, 0)[:13, [0, k]].T) for k in (1, 2)] for r in rows[1:last]])
    up = np.column_stack([-wavers(up[:, 1]), up])
    return [(p, *_frame(p)) for p in (back, _finer(up))]


def _finer(p, step=.0025):
    """Points along the line `p`, no further apart than `step`."""
    run = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=1))])
    return PchipInterpolator(run, p)(np.linspace(0, run[-1], int(run[-1] / step) + 1))


def _frame(p):
    """Of a line that runs up a back: the normals of the cloth, and the way across."""
    along = np.gradient(p, axis=0)
    out = np.stack([0 * along[:, 0], along[:, 2], -along[:, 1]], -1)
    out /= np.linalg.norm(out, axis=1)[:, None]
    across = np.cross(out, along)
    return out, across / np.linalg.norm(across, axis=1)[:, None]


def closing(g, top, neck):
    """The zip's two folded edges, which meet from the hip to the top of the collar; hook and eye hold them above its puller."""
    (back, *frame), (up, *standing) = behind(g, top, neck, g.meshes[-1]['x'])
    zips.edges(g, back, *frame, high=.0011 * smoothstep((back[:, 2] - 1.05) / .06))
    zips.edges(g, up, *standing)
    lies = lambda z: np.interp(z, up[:-4, 2], up[:-4, 1]) + .0011
    at = lambda low: np.abs(up[:, 2] - (neck(0.) + .0535 - low)).argmin()
    zips.puller(g, up[at(.0150)] + [0, .0006, 0], standing[0][at(.0150)], lies)
    k = at(.0065)
    zips.hook_and_eye(g, up[k], standing[0][k], standing[1][k], np.cross(standing[1][k], standing[0][k]))


def make(detail):
    g = Garment('velvet', 'velvet', (0.0081, 0.0118, 0.0304), detail=detail)
    neck = lambda u: 1.464 + .011 * np.cos(2 * np.pi * u)
    top, sk = long_line(g, neck, .93, .009, .020, .05, .27, 2.7, holes(g), flutes=11, ripple=.010, curve=1.5,
                        fv=.992,
                        fu=lambda u, z: 1.005 - .045 * np.clip(np.cos(2 * np.pi * (u - .02)), 0, 1) ** 2 * np.clip((z - 1.12) / .12, 0, 1))
    skirts.hold(sk, top, body.WAIST)
    arms = sleeves(g, top, .545, [(.1, .046), (.3, .042), (.545, .035)], [(0, 1), (.02, 1.06), (.1, 1.04), (.3, 1.0), (.545, 1.0)],
                   along=1.035)
    g.drape(thick=.005)
    pressed.smooth_back(g, top, .34, 1.02, 1.475, .19)
    pressed.steam(g, top, .26, lambda a, z: smoothstep((z - 1.10) / .08) * smoothstep((1.46 - z) / .05) * smoothstep((.17 - np.abs(a - .5)) / .05))
    pressed.join(g, (top, sk), .93)
    rising.rise(g, (top, sk), .93, .17, (-.08, .20), seed=4)
    pressed.under_collar(g, top, .0085, .045, neck)
    for p, side in zip(arms, (1, -1)):
        folds.open_end(g, p, .42, side)
        _, b = folds.everywhere(g, p)                    # the arm hangs clear of the hip: light between them, and no sleeve is bitten
        g.x[:, 0] += CLEAR * side * np.nan_to_num(b) * smoothstep((np.nan_to_num(b) - .22) / .5)
    g.finish(thickness=.0020)
    centre_seam(g, top, sk, .93, 2.7)
    trims.stand_collar(g, neck, .050, lean=.003, ease=.0098, wobble=.0016, sinks=.0032)
    closing(g, top, neck)
    return g
