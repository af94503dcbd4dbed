"""Prints a finished picture again with its cloth in another colour: a dye multiplies the light a cloth sends back, so what was
photographed need not be draped and photographed again.  python3 -m camera.reprint FILE r,g,b [OUT]: new colour / old, linear."""
import sys

import numpy as np
from PIL import Image
from scipy.ndimage import binary_erosion, binary_fill_holes, binary_opening, gaussian_filter, label

from . import develop

LIGHT = np.linspace(0, 4, 40001)
SHOWN = develop.curve(LIGHT)


def linear(shown):
    """The light that the darkroom's curve shows as this (0..1)."""
    return np.interp(shown, SHOWN, LIGHT)


def apart(p):
    """Of linear picture p: how much of each pixel is cloth (0..1), and what light the paper gives to it. Both are told apart by
    their hues, the paper's at the upper edge of the picture, the cloth's in its middle."""
    h, w = p.shape[:2]
    hues = [np.median(v.reshape(-1, 3), 0) for v in (p[int(h * .35):int(h * .6), int(w * .44):int(w * .56)], p[:40])]
    cloth, paper = (v / v.sum() for v in hues)
    mixed = np.maximum(p @ np.linalg.pinv(np.stack([cloth, paper], 1)).T, 0)
    share = gaussian_filter(mixed[..., 0] / (mixed.sum(-1) + 1e-6), 1)
    solid = binary_opening(share > .35, iterations=2)
    holes, count = label(binary_fill_holes(solid) & ~solid)
    if count:                                            # buttons and lining are filled; between sleeve and skirt one sees the paper
        bright = np.bincount(holes.ravel(), p.sum(-1).ravel()) / np.bincount(holes.ravel())
        solid |= (holes > 0) & (bright < .6 * hues[1].sum())[holes]
    parts, _ = label(solid)
    size = np.bincount(parts.ravel())
    size[0] = 0
    solid = size[parts] > .01 * size.max()
    edge = ~binary_erosion(solid, iterations=3)
    return gaussian_filter(solid.astype(float), .9)[..., None], (edge * mixed[..., 1])[..., None] * paper


def reprint(path, by, out):
    """Print `path` into `out`, the cloth's colour multiplied by `by` (linear r, g, b)."""
    p = linear(np.asarray(Image.open(path).convert('RGB'), float) / 255)
    part, paper = apart(p)
    p = develop.curve(np.maximum(p + part * np.maximum(p - paper, 0) * (np.array(by) - 1), 0))
    Image.fromarray((p * 255 + .5).astype(np.uint8)).save(out, quality=90, optimize=True, progressive=True, subsampling=0)


if __name__ == '__main__':
    reprint(sys.argv[1], [float(v) for v in sys.argv[2].split(',')], sys.argv[-1])
