"""Folds that fell over one another come to lie side by side: nothing can be laid into cloth that lies doubled, nor read from it."""
import numpy as np
from scipy.interpolate import LinearNDInterpolator
from scipy.ndimage import gaussian_filter1d, map_coordinates

from . import body
from .folds import everywhere
from .steps import smoothstep


def wide(v, k=.03):
    """Rows of a closed grid without what is narrower than the part `k` of the way round."""
    return gaussian_filter1d(v, k * v.shape[1], axis=1, mode='wrap')


def onward(ahead, least, rounds):
    """Rows of a closed grid: how far (rad) each place lies ahead of an even share of the way round. -> the same where, going
    round, every place turns on by at least the part `least` of that share; what is wide stays."""
    N = ahead.shape[1]
    even = 2 * np.pi * np.arange(N) / N
    for _ in range(rounds):
        on = np.maximum(np.diff(ahead + even, axis=1, append=ahead[:, :1] + 2 * np.pi), least * 2 * np.pi / N)
        run = np.cumsum(on, 1) - on + ahead[:, :1] - even
        run -= np.linspace(0, 1, N, endpoint=False) * (on.sum(1, keepdims=True) - 2 * np.pi)
        ahead = run - wide(run - ahead)
    return ahead


def turned(xy, turn):
    """Points turned about the axis, by `turn` (rad) each."""
    x, y = xy.T
    return np.stack([x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)], 1)


def long_line(g, top, sk, join, up=.22, soft=.10, least=.42, rounds=8, step=.008):
    """Spread the folds of a long line: skirt `sk`, sewn at the height `join` to torso `top`, in which they end `up` metres above
    it, the last `soft` of them by and by."""
    R, N = sk.shape
    axis = body.section(join)[2] * np.array([0, 1])
    levels = np.arange(join + up, join + step / 2, -step)
    a, z = everywhere(g, top)
    near = np.isfinite(z) & (z < join + up + .02)
    u, far = np.mod(a[near], 1), np.concatenate([g.x[near, :2]] * 3)
    at = np.column_stack([np.concatenate([u - 1, u, u + 1]), np.tile(z[near], 3)])
    above = LinearNDInterpolator(at, far)(*np.meshgrid(np.arange(N) / N, levels))
    x = np.concatenate([above, g.placed(sk).reshape(R, N, 3)[..., :2]]) - axis
    was = np.unwrap(np.arctan2(x[..., 0], x[..., 1]), axis=1) - 2 * np.pi * np.arange(N) / N
    turn = onward(was, least, rounds) - was
    turn *= smoothstep((np.arange(len(turn)) * step - .01) / soft)[:, None]
    turn = gaussian_filter1d(turn, 1.5, axis=0, mode='nearest')
    below, b = everywhere(g, sk)
    row = np.where(np.isfinite(b), len(levels) + b * (R - 1), (join + up - z) / step)
    a = np.where(np.isfinite(b), below, a)
    here = np.isfinite(row) & (row > 0)
    turn = map_coordinates(turn, [row[here], np.mod(a[here], 1) * N], order=1, mode='grid-wrap')
    g.x[here, :2] = axis + turned(g.x[here, :2] - axis, turn)
