"""Flaps of pockets."""
import numpy as np

from .trims import sheet


def flap(g, ground, x, z, width=.145, height=.058, corner=.016, slant=.0, thickness=.0034, **kw):
    """A flap hanging from a seam on the front of `ground` (lapels.Ground), its middle at (x, z) seen from the front: lower
    corners rounded, the lower edge a little off the cloth, top-stitched. slant: how far the left end lies above the right (m)."""
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
    lift = np.interp(t, [0, .03, .16, 1], [.0012, .0032, .0036, .0052])
    lift[0] = -.004                                      # the seam
    sheet(g, 'flap', flat + ground(flat)[1] * lift[:, None, None], thickness=thickness, stitch=('left', 'right', 'last'), **kw)
