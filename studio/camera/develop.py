"""The darkroom: one tone curve, a breath of film grain, the JPEG."""
import numpy as np
from PIL import Image
from scipy.ndimage import gaussian_filter

EXPOSURE = 1.13


def curve(x):
    """Straight in the middle, soft shoulder, a touch of toe; then sRGB."""
    x = np.maximum(x, 0)
    x = np.where(x < .58, x, .58 + .42 * (1 - np.exp(-(x - .58) / .42)))
    s = np.where(x <= .0031308, 12.92 * x, 1.055 * np.power(np.maximum(x, 1e-9), 1 / 2.4) - .055)
    return np.clip(s - .018 * np.sin(2 * np.pi * np.clip(s, 0, 1)), 0, 1)


def grain(img, amount=.0085, seed=0):
    """Fine grain, most in the middle tones, a pixel or so across, the same in all colours but for a little."""
    rng = np.random.default_rng(seed)
    h, w = img.shape[:2]
    g = gaussian_filter(rng.normal(0, 1, (h, w)), .62)
    g = g / g.std() + .25 * rng.normal(0, 1, (h, w))
    y = img.mean(-1)
    return img + (amount * g * (.35 + 2.4 * y * (1 - y)))[..., None]


def develop(linear, out, quality=88):
    # no lens draws an edge sharper than this; nine rays a pixel alone leave fine teeth along it
    linear = np.stack([gaussian_filter(linear[..., k], .6) for k in range(3)], -1)
    glow = np.stack([gaussian_filter(np.minimum(linear[..., k], 2), max(linear.shape[:2]) / 220) for k in range(3)], -1)
    img = grain(curve((.965 * linear + .035 * glow) * EXPOSURE))
    Image.fromarray((np.clip(img, 0, 1) * 255 + .5).astype(np.uint8)).save(
        out, quality=quality, optimize=True, progressive=True, subsampling=0)
