"""Python side of the cloth solver: compiles solver.c once and calls it."""
import ctypes as C
import os
import subprocess
import tempfile

import numpy as np

_here = os.path.dirname(os.path.abspath(__file__))


def _library():
    src = os.path.join(_here, 'solver.c')
    out = os.path.join(tempfile.gettempdir(), 'kindred-solver-%d.so' % int(os.path.getmtime(src)))
    if not os.path.exists(out):
        subprocess.check_call(['gcc', '-O3', '-march=native', '-ffast-math', '-shared', '-fPIC',
                               src, '-o', out + '.tmp', '-lm'])
        os.replace(out + '.tmp', out)
    return C.CDLL(out)


def _f(a):
    a = np.ascontiguousarray(a, np.float32)
    return a, a.ctypes.data_as(C.POINTER(C.c_float))


def _i(a):
    a = np.ascontiguousarray(a, np.int32)
    return a, a.ctypes.data_as(C.POINTER(C.c_int))


def bend_stencils(x, faces, edge_length):
    """Isometric bending: four vertices and cotangent weights for every inner edge.
    Cotangents come from rest lengths, so gathered cloth bends like flat cloth."""
    f = np.asarray(faces, np.int64)
    e = np.vstack([f[:, [0, 1, 2]], f[:, [1, 2, 0]], f[:, [2, 0, 1]]])
    lo, hi = e[:, :2].min(1), e[:, :2].max(1)
    key = lo * len(x) + hi
    o = np.argsort(key, kind='stable')
    key, lo, hi, tip = key[o], lo[o], hi[o], e[o, 2]
    first = np.flatnonzero(np.r_[True, key[1:] != key[:-1]])
    two = first[np.diff(np.r_[first, len(key)]) == 2]
    q = np.stack([lo[two], hi[two], tip[two], tip[two + 1]], 1)
    L = edge_length

    def tri(a, b, c):
        l0, l1, l2 = L(a, b), L(b, c), L(a, c)
        s = (l0 + l1 + l2) / 2
        area = np.sqrt(np.maximum(s * (s - l0) * (s - l1) * (s - l2), (0.05 * l0 * l0) ** 2))
        cot_a = (l0 ** 2 + l2 ** 2 - l1 ** 2) / (4 * area)
        cot_b = (l0 ** 2 + l1 ** 2 - l2 ** 2) / (4 * area)
        return area, cot_a, cot_b
    A0, c01, c03 = tri(q[:, 0], q[:, 1], q[:, 2])
    A1, c02, c04 = tri(q[:, 0], q[:, 1], q[:, 3])
    K = np.stack([c03 + c04, c01 + c02, -c01 - c03, -c02 - c04], 1)
    return q, K, A0 + A1


def drape(x, w, edges, lengths, compliance, bends, weights, bcomp, brest, anchor, reach,
          restpos, thick, grid, margin, friction, frames=90, substeps=20, gravity=9.8,
          damping=2.0, self_collision=True, velocity=None, floor=0.004):
    lib = _library()
    lo, cell, d = grid
    xs, px = _f(x)
    vs, pv = _f(np.zeros_like(xs) if velocity is None else velocity)
    keep = [xs, vs]

    def f(a):
        a, p = _f(a)
        keep.append(a)
        return p

    def i(a):
        a, p = _i(a)
        keep.append(a)
        return p
    fl = C.c_float
    lib.drape(len(xs), px, pv, f(w), len(edges), i(edges), f(lengths), f(compliance),
              len(bends), i(bends), f(weights), f(bcomp), f(brest), i(anchor), f(reach), f(restpos), fl(thick),
              f([*lo, cell]), i(d.shape), f(d), f(margin), f(friction), fl(floor),
              frames, substeps, fl(gravity), fl(damping), int(self_collision))
    return xs.astype(float), vs


def fall(x, args, frames, substeps, damping, settle):
    """Let cloth fall from x for `frames` sixtieths of a second and come to rest in `settle` more; args: what `drape` takes from w
    on. Drapings are kept under the text of this file: what numbers they depend on belongs here or into their name."""
    x, v = drape(x, *args, frames=frames, substeps=substeps, damping=damping)
    if settle:
        x, _ = drape(x, *args, frames=settle, substeps=int(substeps * 1.5), damping=14.0, velocity=v)
    return x


def settle_finer(x, free, args, frames, substeps):
    """Let cloth that was just cut finer buckle and settle; a tenth of a millimetre of unevenness tells its `free` vertices where to."""
    x = x + np.random.default_rng(3).normal(0, .00012, x.shape) * free[:, None]
    x, v = drape(x, *args, frames=frames, substeps=int(substeps * 1.1), damping=3.0)
    x, _ = drape(x, *args, frames=8, substeps=int(substeps * 1.5), damping=14.0, velocity=v)
    return x
