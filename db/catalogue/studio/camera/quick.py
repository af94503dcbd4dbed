"""The quick camera: the same set, light and fabrics as photograph.py, rasterised in a quarter
of a minute of processor time. No grain, so no darkroom smoothing either."""
import ctypes as C
import os
import subprocess
import tempfile

import numpy as np
from PIL import Image, ImageFilter
from scipy.ndimage import gaussian_filter

from . import set as studio_set
from .develop import EXPOSURE, curve
from .fabrics import FABRICS
from .subdivide import catmull_clark

SUPER = 1.6                                              # pixels rendered per pixel kept, each way
# what the lit paper sends back: from below, from behind (calibrated against photograph.py)
FLOOR, WALL = np.array([.50, .455, .40]), np.array([.60, .555, .50])


def _lib():
    src = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'quick.c')
    out = os.path.join(tempfile.gettempdir(), 'kindred-quick-%d.so' % int(os.path.getmtime(src)))
    if not os.path.exists(out):
        subprocess.check_call(['gcc', '-O3', '-march=native', '-ffast-math', '-shared', '-fPIC', src, '-o', out, '-lm'])
    return C.CDLL(out)


_p = lambda a: a.ctypes.data_as(C.POINTER(C.c_float if a.dtype == np.float32 else C.c_int))
f32 = lambda a: np.ascontiguousarray(a, np.float32)
i32 = lambda a: np.ascontiguousarray(a, np.int32)


def _frame(forward):
    f = forward / np.linalg.norm(forward)
    r = np.cross(f, [0, 0, 1.0] if abs(f[2]) < .95 else [0, 1.0, 0])
    r /= np.linalg.norm(r)
    return np.array([r, np.cross(r, f), f])


def _tris(f):
    return np.vstack([f[:, :3], f[f[:, 3] >= 0][:, [0, 2, 3]]])


def _normals(x, t):
    n = np.zeros_like(x)
    c = np.cross(x[t[:, 1]] - x[t[:, 0]], x[t[:, 2]] - x[t[:, 0]])
    for k in range(3):
        np.add.at(n, t[:, k], c)
    return n / (np.linalg.norm(n, axis=1)[:, None] + 1e-12)


def _load(paths):
    """-> fine meshes for the eye, coarse triangles for the shadows, and the frame."""
    fine, sx, st, cam, n = [], [], [], {}, 0
    low, high, half = 9, 0, 0
    for f in paths:
        if f.startswith('frame='):
            cam = dict(zip(('low', 'high', 'shift', 'floor'), map(float, f[6:].split(','))))
            continue
        name, _, where = f.partition('@')
        px, py, turn = [float(v) for v in where.split(',')] if where else (0, 0, 0)
        d = np.load(name)
        c, s = np.cos(turn), np.sin(turn)
        for k in range(int(d['count'])):
            get = lambda key: d[f'{k}/{key}'] if f'{k}/{key}' in d else None
            x = get('x') @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + [px, py, 0]
            faces, uv = get('faces').astype(int), get('uv').astype(float)
            low, high, half = min(low, x[:, 2].min()), max(high, x[:, 2].max()), max(half, np.abs(x[:, 0]).max())
            sx.append(x); st.append(_tris(faces) + n); n += len(x)
            attrs = [get('seam'), get('hem')]
            if int(get('subdiv')):
                x, faces, uv, attrs = catmull_clark(x, faces, uv, attrs)
            t = _tris(faces)
            q = faces[:, 3] >= 0
            tuv = np.vstack([uv[:, :3], uv[q][:, [0, 2, 3]]])
            colour = get('colour')
            fine.append((x, t, _normals(x, t), tuv, attrs, str(get('fabric')), d['colour'] if colour is None else colour))
    return fine, np.vstack(sx), np.vstack(st), cam, low, high, half


def expose(paths, width, height):
    lib = _lib()
    fine, sx, st, cam, low, high, half = _load(paths)
    level = cam.get('floor', low - .035)
    tall = high - low
    if not cam:
        spare = max(0, 2 * half * height / width / .86 - tall * 1.17) / 2
        low, high = low - spare, high + spare
    lo, hi = cam.get('low', low - .085 * tall), cam.get('high', high + .085 * tall)
    mid, dist = (lo + hi) / 2, (hi - lo) * 80 / 36
    ang = .085                                           # a breath off the axis: a flat front looks cut out
    eye = np.array([dist * np.sin(ang), -dist * np.cos(ang), mid + .10])
    basis = _frame(np.array([0, 0, mid]) - eye)
    W, H = int(width * SUPER), int(height * SUPER)
    focal = H * 80 / 36

    # paper as one more mesh, finely curved; it never casts
    path = studio_set.sweep(96)[1:]
    path = np.array([(y, 0) for y in np.linspace(-2.4, 1.25, 90)] + path) + [0, level]   # starts in front of the lens
    xs = np.linspace(-9, 9, 19)
    px = np.array([[x, y, z] for y, z in path for x in xs])
    m = len(xs)
    q = np.array([[i * m + j, i * m + j + 1, (i + 1) * m + j + 1, (i + 1) * m + j] for i in range(len(path) - 1) for j in range(m - 1)])
    pt = np.vstack([q[:, :3], q[:, [0, 2, 3]]])
    meshes = fine + [(px, pt, _normals(px, pt), np.zeros((len(pt), 3, 2)), [np.full(len(px), 9.)] * 2, 'paper', np.array(studio_set.PAPER) * (.975, .972, .955))]
    X = np.vstack([k[0] for k in meshes])
    off = np.cumsum([0] + [len(k[0]) for k in meshes])
    T = np.vstack([k[1] + o for k, o in zip(meshes, off)])
    N = np.vstack([k[2] for k in meshes])
    UV = np.concatenate([k[3] for k in meshes])
    SH = np.column_stack([np.concatenate([k[4][j] for k in meshes]) for j in (0, 1)])
    which = np.concatenate([np.full(len(k[1]), i) for i, k in enumerate(meshes)])
    rel = (X - eye) @ basis.T
    ok = (rel[T][:, :, 2] > .3).all(1)
    T, UV, which = T[ok], UV[ok], which[ok]
    inv = 1 / np.maximum(rel[:, 2], .1)
    screen = f32(np.column_stack([W / 2 + rel[:, 0] * inv * focal + cam.get('shift', 0) * W, H / 2 - rel[:, 1] * inv * focal, -inv]))
    z, idx = np.full(W * H, 1e9, np.float32), np.full(W * H, -1, np.int32)
    bu, bv = np.zeros(W * H, np.float32), np.zeros(W * H, np.float32)
    lib.visible(len(T), _p(i32(T)), _p(screen), W, H, _p(z), _p(idx), _p(bu), _p(bv))
    # the paper is smooth: a sixteenth of its pixels will do, the rest is filled in between
    on_paper = (idx >= 0) & (which[np.maximum(idx, 0)] == len(fine))
    yy, xx = np.divmod(np.arange(W * H), W)
    hit = np.where((idx >= 0) & (~on_paper | ((xx % 4 == 0) & (yy % 4 == 0))))[0]
    t = idx[hit]
    b = np.column_stack([1 - bu[hit] - bv[hit], bu[hit], bv[hit]])
    b = b * inv[T[t]]                                    # perspective-correct
    b /= b.sum(1, keepdims=True)
    mixv = lambda A: sum(A[T[t, k]] * b[:, k:k + 1] for k in range(3))
    P, n = mixv(X), mixv(N)
    sh = mixv(SH)
    uv = sum(UV[t, k] * b[:, k:k + 1] for k in range(3))
    w = which[t]
    E = eye - P
    E /= np.linalg.norm(E, axis=1)[:, None]
    n /= np.linalg.norm(n, axis=1)[:, None] + 1e-9
    n *= np.where((n * E).sum(1) < 0, -1, 1)[:, None]
    cloth = f32(w < len(fine))
    fab = [FABRICS.get(k[5]) or dict(rough=.95, spec=.1, sheen=0, mottle=0, grain=(1, 1)) for k in meshes]
    rough = f32(np.array([f['rough'] for f in fab])[w])
    P32, n32, E32 = f32(P), f32(n), f32(E)
    diff, gloss, fuzz = (np.zeros((len(hit), 3), np.float32) for _ in range(3))
    sx32, st32 = f32(sx), i32(st)
    centre = sx.mean(0)
    radius = np.linalg.norm(sx - centre, axis=1).max()
    fl = C.c_float

    def add(origin, B, point, colour, face, M):
        d = np.linalg.norm(centre - origin)
        lib.shine(len(hit), _p(P32), _p(n32), _p(E32), _p(rough), _p(cloth), None, len(sx32), _p(sx32), len(st32), _p(st32),
                  _p(f32(origin)), _p(f32(B)), int(point), _p(f32(colour)), _p(f32(face)), fl(d), fl(radius), M, 1,
                  _p(diff), _p(gloss), _p(fuzz))
    rng = np.random.default_rng(5)
    for (loc, size, watts, colour, aim), g in zip(studio_set.LIGHTS, (7, 3, 4)):
        loc = np.array(loc)
        B = _frame(np.array(aim) - loc)
        for i in range(g):
            for j in range(g):
                o = ((np.array([i, j]) + .5 + rng.uniform(-.4, .4, 2)) / g - .5) * size
                at = loc + B[0] * o[0] + B[1] * o[1]
                add(at, _frame(centre - at), True, np.array(colour) * watts / np.pi ** 2 / g ** 2, B[2], 1024)
    K = 76
    for k in range(K):                                   # the room, and the paper's own light
        zc = 1 - 2 * (k + .5) / K
        a = k * 2.399963
        d = np.array([np.sqrt(1 - zc * zc) * np.cos(a), np.sqrt(1 - zc * zc) * np.sin(a), zc])
        world = studio_set.WORLD[0] * np.array(studio_set.WORLD[1])
        r = FLOOR if zc < -.12 else WALL if d[1] > .45 and zc < .75 else world
        add(centre + d * radius * 2, _frame(-d), False, r * 4 / K, d * 0 + 1, 512)

    # colour of the cloth at each pixel
    def noise(su, sv, seed):
        out = np.zeros(len(hit), np.float32)
        scale = np.column_stack([su[w], sv[w]])
        lib.noise(len(hit), _p(f32(uv * scale)), fl(1), fl(1), seed, _p(out))
        return out - .5
    g0, g1 = np.array([f['grain'][0] for f in fab]), np.array([f['grain'][1] for f in fab])
    limit = .5 * focal / dist / SUPER                    # finer yarn than a pixel only flickers
    near_by = np.clip(limit / 430, 1, 3)                 # and close up one sees finer yarn
    g0, g1 = np.minimum(g0 * near_by, limit), np.minimum(g1 * near_by, limit)
    yarn = (noise(g0, g1, 1) + noise(g1, g0, 2)) / 2
    dye = noise(np.full(len(fab), 14.), np.full(len(fab), 5.), 3)
    mottle = np.array([f['mottle'] for f in fab])[w]
    near = lambda d, c, r: np.clip(1 - np.abs(d - c) / r, 0, 1)
    line = np.maximum(near(sh[:, 0], 0, .005), near(sh[:, 1], .026, .0022) * .8)
    shade = (1 + mottle * (1.5 * yarn + .5 * dye)) * (1 - .30 * line)
    base = np.array([k[6] for k in meshes], float)[w]
    pick = lambda key, d=0: np.array([f.get(key, d) for f in fab], float)[w][:, None]
    albedo = base * shade[:, None]
    # light that has already bounced inside a fold takes on the cloth's colour
    light = diff * (1 + .10 * cloth[:, None] * base / base.max(1, keepdims=True)) + .05 * cloth[:, None]
    tint = base / base.max(1, keepdims=True)
    out = albedo * light + gloss * .08 * pick('spec') + fuzz * np.pi * pick('sheen') * .6 * (.3 + .7 * tint) * .25
    rim = (1 - np.clip((n * E).sum(1), 0, 1))[:, None]
    out += pick('pile') * (np.minimum(1, base * 3.2 + .016)) * rim ** 2.2 * light
    img = np.zeros((H * W, 3), np.float32)
    img[hit] = out
    img = img.reshape(H, W, 3)
    mask = np.zeros(H * W, np.float32)
    mask[hit] = 1 - cloth
    mask = mask.reshape(H, W)
    on_paper = on_paper.reshape(H, W)
    few, has = img[::4, ::4] * mask[::4, ::4, None], mask[::4, ::4]
    weight = np.maximum(gaussian_filter(has, 1.8), 1e-5)
    soft = np.stack([np.asarray(Image.fromarray((gaussian_filter(few[..., k], 1.8) / weight).astype(np.float32))
                                .resize((W, H), Image.BICUBIC)) for k in range(3)], -1)
    return np.where(on_paper[..., None], soft, img)


def photograph(paths, out, width, height, quality=88):
    img = curve(expose(paths, width, height) * EXPOSURE)
    rng = np.random.default_rng(0)
    im = Image.fromarray((np.clip(img, 0, 1) * 255 + .5).astype(np.uint8)).resize((width, height), Image.LANCZOS)
    # single pixels that fell just beyond an outline
    a, calm = np.asarray(im, float), np.asarray(im.filter(ImageFilter.MedianFilter(3)), float)
    a = np.where(np.abs(a - calm).max(-1, keepdims=True) > 34, calm, a)
    a = a + rng.normal(0, .7, (height, width))[..., None]
    Image.fromarray(np.clip(a + .5, 0, 255).astype(np.uint8)).save(out, quality=quality, optimize=True, subsampling=0)
