"""Flaps of pockets; welts of slits for the arms."""
import numpy as np
from scipy.ndimage import gaussian_filter1d

from .trims import sheet


def flap(g, ground, x, z, width=.145, height=.058, corner=.016, slant=.0, stands=.0052, proud=0, thickness=.0034, **kw):
    """A flap hanging from a seam on the front of `ground` (lapels.Ground), its middle at (x, z) seen from the front: lower
    corners rounded, the lower edge `stands` metres off the cloth, top-stitched. slant: how far the left end lies above the right (m);
    proud: how much further off the cloth all of it lies, where the light would not show its edge."""
    half = width / 2
    c = half * np.concatenate([[-1, -.992, -.975, -.94], np.linspace(-.88, .88, 17), [.94, .975, .992, 1]])
    t = np.concatenate([[0, 0, .03, .08], np.linspace(.16, .90, 9), [.95, .98, .992, 1]])
    near = np.clip(np.abs(c) - (half - corner), 0, corner * .999)
    long = height - (corner - np.sqrt(corner ** 2 - near ** 2)) + .0008 * np.sin(c * 31)
    p = ground.front(np.array(x), np.array(z))
    across = np.cross([0, 0, 1.0], ground(p)[1])
    across *= np.sign(across[0]) / np.linalg.norm(across)
    down = np.array([0, 0, -1.0])
    ends = p + across * c[:, None] + np.outer(-slant / width * c, [0, 0, 1.0])
    seam = ground.at(ends)
    flat = ground.at(seam + t[:, None, None] * long[:, None] * down)
    lift = np.interp(t, [0, .03, .16, 1], [.0012, .0032, .0036, stands])
    lift += proud * np.clip(t / .1, 0, 1)
    lift[0] = -.004                                      # the seam
    sheet(g, 'flap', flat + ground(flat)[1] * lift[:, None, None], thickness=thickness, stitch=('left', 'right', 'last'), **kw)


def welt(g, way, width=.014, gape=.0035, lift=.0040, seed=1, **kw):
    """A welt along a slit: a lip of double cloth, sewn down along one side and both ends, its free edge over the slit, which is dark
    where it gapes, at most `gape` metres. way(t, w): point and normal on the cloth, t from 0 to 1 along the welt, w metres
    across it, 0 at its seam, `width` at its free edge."""
    t = np.concatenate([[0, 0, .0015, .005, .010], np.linspace(.016, .984, 74), [.990, .995, .9985, 1, 1]])
    open_ = np.sin(np.pi * np.clip(t * 1.06 - .03, 0, 1) ** (.75 + .3 * (seed % 2))) ** 1.6
    ends = np.concatenate([[-.5, .55, .85, .97], np.ones(len(t) - 8), [.97, .85, .55, -.5]])      # rounded into the cloth
    soft = .0004 * np.sin(23 * t + seed) + .0003 * np.sin(41 * t + 2 * seed)
    # parts of the width, and of the lift: a seam that sinks in, a soft back, a rolled edge turned under
    across = ((-.05, -.35), (.00, .10), (.03, .55), (.09, .88), (.2, 1), (.4, 1.03), (.6, 1.03), (.8, 1.05), (.91, 1.07), (.96, 1.0),
              (.99, .80), (1, .55), (.98, .30), (.9, .18))
    columns, far = [], []
    for w, h in across:
        at = w * (width + soft) - .0012 * open_ * max(0, w)
        p, n = way(t, at)
        p, n = (gaussian_filter1d(v, 2, axis=0, mode='nearest') for v in (p, n))
        columns.append(p + n * ((lift + .5 * soft) * h * ends + .0022 * open_ * max(0, w) ** 2)[:, None])
        far.append(np.full(len(t), w * width if h > .3 and w < .95 else 0))
    x = np.stack(columns, 1)
    length = np.linalg.norm(np.diff(x[:, 5], axis=0), axis=1).sum()
    near = np.minimum(np.stack(far, 1), (np.minimum(t, 1 - t) * length)[:, None])
    sheet(g, 'welt', x, thickness=0, top=near.ravel(), **kw)
    k = np.array([-.5, 0, .4, .8, 1])
    p, n = way(t[:, None], width * .93 + (.0012 * open_ * -1 + gape * open_)[:, None] * k)
    dark = p + n * (.0012 - .0009 * (k > .9))[..., None]
    sheet(g, 'slit', dark[2:-2], thickness=0, colour=tuple(c * .13 for c in g.colour))
