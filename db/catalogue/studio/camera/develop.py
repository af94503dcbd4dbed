"""The darkroom: denoise the linear negative, give it one tone curve, write the JPEG."""
import ctypes as C
import os
import subprocess
import tempfile

import numpy as np
from PIL import Image
from scipy.ndimage import gaussian_filter, median_filter

EXPOSURE = 0.94


def _lib():
    src = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'nlm.c')
    out = os.path.join(tempfile.gettempdir(), 'kindred-nlm-%d.so' % int(os.path.getmtime(src)))
    if not os.path.exists(out):
        subprocess.check_call(['gcc', '-O3', '-march=native', '-ffast-math', '-shared', '-fPIC', src, '-o', out, '-lm'])
    return C.CDLL(out)


def _smooth(c, guide, n, a, want, radius, sc, sn, sa):
    ptr = lambda v: v.ctypes.data_as(C.POINTER(C.c_float))
    arrays = [np.ascontiguousarray(v, np.float32) for v in (c, guide, n, a)]
    out = np.empty_like(arrays[0])
    fl = C.c_float
    want = np.ascontiguousarray(want, np.uint8)
    _lib().nlm(c.shape[1], c.shape[0], *map(ptr, arrays), want.ctypes.data_as(C.c_char_p), ptr(out), radius, fl(sc), fl(sn), fl(sa))
    return out


def curve(x):
    """Straight in the middle, soft shoulder, a touch of toe; then sRGB."""
    x = np.maximum(x, 0)
    x = np.where(x < .62, x, .62 + .38 * (1 - np.exp(-(x - .62) / .38)))
    s = np.where(x <= .0031308, 12.92 * x, 1.055 * np.power(np.maximum(x, 1e-9), 1 / 2.4) - .055)
    return np.clip(s - .018 * np.sin(2 * np.pi * np.clip(s, 0, 1)), 0, 1)


def develop(neg, out, draft=False, quality=88):
    light, normal, albedo = (np.load(os.path.join(neg, k + '.npy')) for k in ('light', 'normal', 'albedo'))
    # a square-root scale, where grain is even from shade to light
    ill = np.sqrt(np.maximum(light, 0))
    is_paper = (np.abs(albedo - np.median(albedo[:8], (0, 1))).max(-1) < .02)
    rough = _smooth(ill, ill, normal, albedo, ~is_paper, 2 if draft else 4, .30, .12, .03)
    smooth = _smooth(ill, rough, normal, albedo, ~is_paper, 3 if draft else 7, .020, .16, .025)
    # lone specks along fold edges, where no neighbour was alike
    calm = np.stack([median_filter(smooth[..., k], 3) for k in range(3)], -1)
    smooth = np.where(np.abs(smooth - calm).max(-1, keepdims=True) > .035, calm, smooth)
    # smoothing also takes the yarn's own unevenness: put it back from the albedo, which is free of grain
    cloth = (~is_paper).astype(np.float32)
    a = np.maximum(albedo.mean(-1), 1e-4)
    mean = gaussian_filter(a * cloth, 2.5) / np.maximum(gaussian_filter(cloth, 2.5), 1e-3)
    yarn = np.clip(a / np.maximum(mean, 1e-4), .945, 1.055) * cloth + 1 - cloth
    smooth = smooth * np.sqrt(yarn)[..., None]
    # the paper has no texture: blur it within its own outline, widely, before anything else shows grain
    wide = 2 if draft else 6
    weight = gaussian_filter(is_paper.astype(np.float32), wide)
    paper = np.stack([gaussian_filter(np.where(is_paper, ill[..., k], 0), wide) for k in range(3)], -1)
    paper /= np.maximum(weight, 1e-3)[..., None]
    smooth = np.where(is_paper[..., None], paper, smooth)
    img = curve(smooth ** 2 * EXPOSURE)
    rng = np.random.default_rng(0)
    img = img + rng.normal(0, .0025, img.shape[:2])[..., None]      # dither: no banding on the paper
    Image.fromarray((np.clip(img, 0, 1) * 255 + .5).astype(np.uint8)).save(out, quality=quality, optimize=True, subsampling=0)
