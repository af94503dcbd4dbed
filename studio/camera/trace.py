"""Meshes in, photograph out: gathers what was draped, sets up paper, lamps and lens, and calls trace.c.

Arguments are files with a place, `FILE@x,y,turn` (metres, radians), and options: `frame=low,high[,shift[,floor]]`,
`camera=eye(3),look(3),view` (view: height in metres that is seen at the looked-at point), `lens=radius` (of the opening,
metres), `near=` (lamps), `cloth=r,g,b` (by how much all but the paper is printed down)."""
import ctypes as C
import os
import subprocess
import tempfile

import numpy as np

from . import develop, fabrics, floor
from . import set as studio_set
from .subdivide import catmull_clark, thicken

here = os.path.dirname(os.path.abspath(__file__))


def _lib():
    src = [os.path.join(here, n) for n in ('trace.c', 'vector.h', 'bvh.h', 'weave.h', 'sewn.h', 'print.h', 'smooth.h')]
    out = os.path.join(tempfile.gettempdir(), 'kindred-trace-%d.so' % int(max(map(os.path.getmtime, src))))
    if not os.path.exists(out):
        own = '%s.%d.tmp' % (out, os.getpid())           # two programs may compile at once
        subprocess.check_call(['gcc', '-O3', '-march=native', '-ffast-math', '-shared', '-fPIC', src[0], '-o', own, '-lm'])
        os.replace(own, out)
    return C.CDLL(out)


def _p(a):
    return a.ctypes.data_as(C.POINTER(C.c_float if a.dtype == np.float32 else C.c_int))


def f32(a):
    return np.ascontiguousarray(a, np.float32)


def i32(a):
    return np.ascontiguousarray(a, np.int32)


def _tris(f):
    return np.vstack([f[:, :3], f[f[:, 3] >= 0][:, [0, 2, 3]]])


def _normals(x, t):
    n = np.zeros_like(x)
    c = np.cross(x[t[:, 1]] - x[t[:, 0]], x[t[:, 2]] - x[t[:, 0]])
    for k in range(3):
        for j in range(3):
            n[:, j] += np.bincount(t[:, k], c[:, j], len(x))
    return n / (np.linalg.norm(n, axis=1)[:, None] + 1e-12)


def _along(x, t, uv, n):
    """Which way the weft runs at every point: the mean of the triangles around, for a sheen that runs with it must not jump."""
    e1, e2, a, b = x[t[:, 1]] - x[t[:, 0]], x[t[:, 2]] - x[t[:, 0]], uv[:, 1] - uv[:, 0], uv[:, 2] - uv[:, 0]
    det = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    d = (e1 * b[:, 1:] - e2 * a[:, 1:]) * np.sign(det)[:, None]
    d /= np.linalg.norm(d, axis=1)[:, None] + 1e-12
    d *= np.linalg.norm(np.cross(e1, e2), axis=1)[:, None]
    out = np.stack([sum(np.bincount(t[:, k], d[:, j], len(x)) for k in range(3)) for j in range(3)], 1)
    out -= (out * n).sum(1)[:, None] * n
    return out / (np.linalg.norm(out, axis=1)[:, None] + 1e-12)


class Scene:
    """Triangles, materials and textures of everything in front of the lens."""

    def __init__(self):
        self.parts, self.mats, self.textures, self.keys = [], [], [], {}
        self.low, self.high, self.half = 9.0, -9.0, 0.0
        self.options = {}

    def material(self, fabric, colour, texture=None):
        """The number of a fabric in a colour (linear), with a texture or without; one that is there already is used again."""
        tex = -1
        if texture is not None:
            tex = len(self.textures)
            self.textures.append(f32(texture))
        key = (fabric, tuple(np.round(colour, 5)), tex)
        if key not in self.keys:
            self.keys[key] = len(self.mats)
            self.mats.append(fabrics.row(fabric, colour, tex))
        return self.keys[key]

    def mesh(self, x, faces, uv, fabric, colour, seam=None, hem=None, subdiv=1, texture=None, thick=0.0, top=None):
        """Add points x (n, 3) and faces, triangles or quads, with the cloth coordinates uv (m) of their corners. seam, hem, top:
        metres from these of each point; subdiv: how often it is made finer; thick: how thick it is made before (m)."""
        attrs = [np.full(len(x), 9.0) if a is None else a for a in (seam, hem, top)]
        faces = np.asarray(faces, int)
        if faces.shape[1] == 3:
            faces = np.column_stack([faces, np.full(len(faces), -1)])
            uv = np.concatenate([uv, uv[:, :1]], 1) if uv.shape[1] == 3 else uv
        if thick:
            x, faces, uv, attrs = thicken(x, faces, uv, attrs, thick)
        for _ in range(subdiv):
            x, faces, uv, attrs = catmull_clark(x, faces, uv, attrs)
        t, q = _tris(faces), faces[:, 3] >= 0
        n, uv = _normals(x, t), np.vstack([uv[:, :3], uv[q][:, [0, 2, 3]]])
        self.parts.append((x, t, n, uv, np.column_stack(attrs), self.material(fabric, colour, texture), _along(x, t, uv, n)))

    def load(self, spec, extra=0):
        """Add the meshes of `FILE@x,y,turn` (metres, radians); what is made finer at all, `extra` times more."""
        name, _, where = spec.partition('@')
        self.put(np.load(name), *(map(float, where.split(',')) if where else ()), extra=extra)

    def put(self, d, px=0, py=0, turn=0, extra=0):
        """Put what `Garment.save` wrote, `d`, at (px, py) metres, turned by `turn` radians."""
        c, s = np.cos(turn), np.sin(turn)
        for k in range(int(d['count'])):
            get = lambda key: d[f'{k}/{key}'] if f'{k}/{key}' in d else None
            x = get('x').astype(float)
            x = x @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + [px, py, 0]
            self.low, self.high = min(self.low, x[:, 2].min()), max(self.high, x[:, 2].max())
            self.half = max(self.half, np.abs(x[:, 0]).max())
            colour = get('colour')
            self.mesh(x, get('faces'), get('uv').astype(float), str(get('fabric')), d['colour'] if colour is None else colour,
                      get('seam'), get('hem'), int(get('subdiv')) + (extra if int(get('subdiv')) else 0), get('texture'),
                      # bands; a whole dress has no edges to see
                      thick if (thick := float(get('thickness') or 0)) > .0015 and len(x) < 9000 else 0, get('top'))

    def add(self, paths, extra=0):
        """Load files and note options (see above); -> the scene."""
        for p in paths:
            key, eq, v = p.partition('=')
            if eq and '/' not in key:
                self.options[key] = [float(k) for k in v.split(',')]
            else:
                self.load(p, extra)
        return self

    def camera(self, width, height):
        """-> 20 numbers for trace.c, and the height of the floor."""
        o = self.options
        frame = dict(zip(('low', 'high', 'shift', 'floor'), o.get('frame', ())))
        low, high, tall = self.low, self.high, self.high - self.low
        # one shadow for all: every hem meets the floor, but for a blouse, which would lie on it
        level = frame.get('floor', low - .002 if low < .6 else 0)
        if 'camera' in o:
            eye, look, view = np.array(o['camera'][:3]), np.array(o['camera'][3:6]), o['camera'][6]
            dist = np.linalg.norm(look - eye)
        else:
            if not frame:
                spare = max(0, 2 * self.half * height / width / .86 - tall * 1.17) / 2
                low, high = low - spare, high + spare
            lo, hi = frame.get('low', low - .085 * tall), frame.get('high', high + .085 * tall)
            mid, view = (lo + hi) / 2, hi - lo
            dist, ang = view * 80 / 36, .085             # a breath off the axis: a flat front looks cut out
            eye, look = np.array([dist * np.sin(ang), -dist * np.cos(ang), mid + .10]), np.array([0, 0, mid])
        b = studio_set.frame(look - eye)
        lens = o.get('lens', [.004])[0]
        return [*eye, *b.ravel(), height * dist / view, frame.get('shift', 0) * width, lens, dist - .08, *self.foot(level)], level

    def foot(self, level, high=.06, grow=.12):
        """The box on the floor (left, right, front, back; metres) of what stands lower than `high` above it, grown by `grow`."""
        low = np.vstack([p[0][p[0][:, 2] < level + high][:, :2] for p in self.parts])
        if not len(low):
            return 0, 0, 0, 0
        (left, front), (right, back) = low.min(0) - grow, low.max(0) + grow
        return left, right, front, back

    def expose(self, width, height, grid=4, paper=True):
        """The picture in linear colours (height, width, 3), by grid x grid rays through a pixel; paper: with its backdrop."""
        cam, level = self.camera(width, height)
        if paper:
            x, q = studio_set.sweep(level, *self.options.get('wall', ()))
            self.mesh(x, q, np.zeros((len(q), 4, 2)), 'paper', studio_set.PAPER, subdiv=0)
        P = self.parts
        off = np.cumsum([0] + [len(p[0]) for p in P])
        T = i32(np.vstack([p[1] + o for p, o in zip(P, off)]))
        X, N, SH, along = (f32(np.vstack([p[k] for p in P])) for k in (0, 2, 4, 6))
        UV = f32(np.concatenate([p[3] for p in P]))
        mat = i32(np.concatenate([np.full(len(p[1]), p[5]) for p in P]))
        mats = f32(np.array(self.mats))
        sizes, start, data = [], 0, [np.zeros(3, np.float32)]
        for t in self.textures:
            sizes.append((t.shape[1], t.shape[0], 3 + start))
            start += t.size
            data.append(t.ravel())
        info, data = i32(np.array(sizes or [(1, 1, 0)])), np.concatenate(data)
        lamps = studio_set.lights(*self.options.get('light', [1.0])[:1], shift=tuple(self.options.get('lamps', (0, 0, 0))),
                                  near=self.options.get('near', [1.0])[0])
        n = width * height
        D, A, I, PI, PB, U, V = (np.zeros((n, 3), np.float32) for _ in range(7))
        G, cov, pn = np.zeros((n, 6), np.float32), np.zeros(n, np.float32), np.zeros(n, np.float32)
        lib = _lib()
        lib.render(len(T), _p(T), _p(X), _p(N), _p(UV), _p(along), _p(SH), _p(mat), _p(mats), _p(info), _p(data),
                   _p(f32(cam)), width, height, grid, len(lamps), _p(lamps), _p(f32(studio_set.WORLD)),
                   _p(f32(studio_set.AMBIENT)), _p(D), _p(A), _p(I), _p(G), _p(cov), _p(PI), _p(PB), _p(pn), _p(U), _p(V))
        soft = I.copy()
        lib.smooth(width, height, _p(I), _p(G), _p(cov), 4, 1, 1, _p(soft))
        once = soft.copy()
        lib.smooth(width, height, _p(once), _p(G), _p(cov), 2, max(2, height // 400), 0, _p(soft))
        key = V.copy()
        lib.smooth(width, height, _p(V), _p(G), _p(cov), 2, 1, 0, _p(key))
        D += U * (key[:, :1] / np.maximum(key[:, 1:2], 1e-6))
        img = (D + A * soft).reshape(height, width, 3)
        if paper:
            c = cov.reshape(height, width, 1)
            img = img * c * np.array(self.options.get('cloth', [1])) + (1 - c) * floor.lit(PI, PB, pn, cov, width, height) * np.array(studio_set.PAPER)
        return img


def photograph(paths, out, width, height, grid=4, quality=88, beside=None):
    """Photograph files and options `paths` (see above) into the file `out`, width by height pixels; beside(scene) puts something
    next to them, which does not change the floor, nor the frame unless it sets one."""
    scene = Scene().add(paths)
    if beside:
        beside(scene)
    develop.develop(scene.expose(width, height, grid), out, quality)
