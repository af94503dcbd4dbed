"""Darts: a fold of cloth stitched down from a seam to a point and pressed to one side. Laid after `finish`."""
import numpy as np
from scipy.interpolate import LinearNDInterpolator

from .laid import cloth
from .trims import _faces

ACROSS = np.array([-.0075, -.0050, -.0030, -.0015, -.0006, 0, .0004, .0005])      # metres below the line; above it the cloth swells
RISE = np.array([-.0008, .0004, .0010, .0016, .0020, .0019, .0004, -.0016])       # and ends in a step, where it goes under


def dart(g, piece, start, end, bow=.004, n=80):
    """One in shell `piece` from `start` to `end` ((u, height) each), pressed downwards; it bows by `bow` metres and runs out
    into nothing at its end. It is of the piece's own threads."""
    t = np.linspace(0, 1, n)[:, None]
    (u0, z0), (u1, z1) = start, end
    at = cloth(g, piece)
    round_ = np.linalg.norm(np.diff(at(np.array([u1 - .01, u1 + .01]), np.full(2, z1))[0], axis=0)) / .02
    way = np.array([(u1 - u0) * round_, z1 - z0])
    over = np.array([-way[1], way[0]]) / np.hypot(*way)
    over *= -np.sign(over[1])                              # square to the line, downwards
    runs_out = np.clip((1 - t) / .45, 0, 1) ** .8
    off = ACROSS * (.35 + .65 * runs_out) + bow * np.sin(np.pi * t)
    u, z = u0 + (u1 - u0) * t + over[0] * off / round_, z0 + (z1 - z0) * t + over[1] * off
    p, normal = at(u, z)
    x = p + normal * (RISE * runs_out - .0006 * (1 - runs_out))[..., None]
    f = _faces(*x.shape[:2], False, bool(u1 > u0))
    uv = LinearNDInterpolator(piece.param, piece.uv)(u, z).reshape(-1, 2)
    g.trim('dart', x.reshape(-1, 3), f, thickness=0, uv=uv[f])
