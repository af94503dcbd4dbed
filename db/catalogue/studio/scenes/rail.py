"""Finished garments on wooden hangers, on a freestanding oak rail."""
import os

import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates

from tailor import body

from . import objects

SIZE = (1600, 1200)
RAIL = 1.585                                             # height of the bar above the floor of the garments, m
OAK, BEECH, BRASS = (.40, .255, .135), (.50, .335, .19), (.62, .50, .30)
HEIGHTS = (.05, .85, 1.10, 1.35)                         # what a hanger does to a draped garment, at these heights:
NARROW = (.80, .86, .94, 1.0)                            # the skirt, on no hips, falls together,
FLAT = (.50, .46, .42, .42)                              # front and back come near one another
# garment, x on the rail (m), turn (radians), how much further the hem has turned
HUNG = (('naomi-abaya', -.90, .98, -.06), ('priscilla-kaftan', -.645, .90, .07), ('deborah-coat', -.375, 1.00, -.04),
        ('sarah-wrap-dress', -.095, .86, .08), ('mary-dress', .165, 1.02, -.08), ('anna-linen-dress', .42, .93, .06),
        ('esther-gown', .685, .84, -.05), ('miriam-tiered-dress', .955, .96, .05))


def limp(path, twist, deep=1.0):
    """The draped garment as it hangs: narrower, flatter and turned a little towards the hem, its folds as deep as they
    were. Squeezed with them the hem would look pressed along a line. -> the path of the file it writes."""
    d = dict(np.load(path))
    keys = [f'{k}/x' for k in range(int(d['count']))]
    every = np.vstack([d[k] for k in keys])
    row = lambda x: (np.arctan2(x[:, 1], x[:, 0]) / (2 * np.pi) % 1 * 48, np.clip(x[:, 2] / .03 + 4, 0, 59))
    radius = lambda x: np.hypot(x[:, 0], x[:, 1])
    bins = dict(bins=(48, 60), range=((0, 48), (0, 60)))
    even = lambda w: gaussian_filter(np.histogram2d(*row(every), weights=w, **bins)[0], (3, 2), mode=('wrap', 'nearest'))
    round_ = even(radius(every)) / (even(None) + 1e-9)    # the garment without its folds
    for key in keys:
        x = d[key].astype(float)
        z, r = x[:, 2], radius(x) + 1e-9
        a, h = row(x)
        smooth = map_coordinates(round_, [a - .5, h - .5], order=1, mode='grid-wrap')
        fold = (r - smooth) * np.clip((.78 - z) / .2, 0, 1)                  # above, the sleeves are in the way
        wide, flat = np.interp(z, HEIGHTS, NARROW), np.interp(z, HEIGHTS, FLAT) * deep
        out = x[:, :2] / np.column_stack([wide, flat])
        out /= np.linalg.norm(out, axis=1)[:, None] + 1e-9
        q = x[:, :2] * (1 - fold / r)[:, None] * np.column_stack([wide, flat]) + out * (.8 * fold)[:, None]
        t = twist * np.clip((1.3 - z) / 1.2, 0, 1) ** 1.5
        x[:, :2] = np.column_stack([q[:, 0] * np.cos(t) - q[:, 1] * np.sin(t), q[:, 0] * np.sin(t) + q[:, 1] * np.cos(t)])
        d[key] = x
    hung = os.path.splitext(path)[0] + '.hung.npz'
    np.savez(hung, **d)
    return hung


def hanger(scene, x, turn, y=0.0, lift=0.0, reach=.150):
    """A wooden hanger, its shoulders just inside those of the mannequin, and the hook over the bar."""
    place = lambda p: np.asarray(p) @ np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1]]) + [x, y, lift]
    zs = np.linspace(1.345, 1.47, 60)
    a = body.section(zs)[0]
    t = np.linspace(-1, 1, 41)
    order = np.argsort(a)
    z = np.interp(np.maximum(np.abs(t) * reach, .045), a[order], zs[order]) - .017
    z = np.convolve(np.pad(z, 4, mode='edge'), np.hanning(9) / np.hanning(9).sum(), 'valid')
    arc = np.column_stack([t * reach, -.012 * t * t + .006, z])
    objects.tube(scene, place(arc), .0105 - .003 * np.abs(t) ** 3, 'wood', BEECH, flat=1.25, up=(0, 0, 1))
    top, wire, r = z.max(), .0027, .0205
    high = RAIL - .0035 - r + wire                        # the middle of a hook that rests on the bar
    path = [(0, 0, v) for v in np.linspace(top - .01, high - r - .012, 10)]
    path += [(r * np.cos(k), 0, high + r * np.sin(k)) for k in np.linspace(-.5 * np.pi, 1.22 * np.pi, 34)]
    path = np.array(path)
    s = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    path = np.column_stack([np.interp(np.linspace(0, s[-1], 80), s, path[:, k]) for k in range(3)])
    across = .5 * np.pi - .12 + .5 * (turn - .95)         # it turns in the wood, and lies across the bar
    swivel = np.array([[np.cos(across), np.sin(across), 0], [-np.sin(across), np.cos(across), 0], [0, 0, 1]])
    objects.tube(scene, path @ swivel + [x, y, lift], wire, 'metal', BRASS, up=(-np.sin(across), np.cos(across), 0))


def bar(scene, left, right, floor, y=0.0, legs=True):
    """The rail: an oak bar, and an A of two legs at each end that is inside the picture."""
    x = np.linspace(left, right, 60)
    objects.tube(scene, np.column_stack([x, 0 * x + y, 0 * x + RAIL - .0195]), .0160, 'wood', OAK, up=(0, 0, 1), sides=22)
    for end, k in ((left, 1), (right, -1)):
        if not legs:
            continue
        for s in (-1, 1):
            t = np.linspace(-.07, 1, 30)
            objects.tube(scene, np.column_stack([end + .07 * k + 0 * t - s * .017, y + s * .27 * t, RAIL - .0195 + (floor - RAIL + .0195) * t]),
                         .0145, 'wood', OAK, up=(1, 0, 0), sides=18)
        t = np.linspace(-.62, .62, 20)
        z = floor + (RAIL - floor) * .30
        objects.tube(scene, np.column_stack([end + .07 * k + 0 * t, y + .27 * t, 0 * t + z]), .0105, 'wood', OAK, up=(1, 0, 0))


def hang(scene, path, x, turn, twist=0.0, y=0.0, deep=1.0):
    """deep: more where there is room between the garments."""
    scene.load(f'{limp(path, twist, deep)}@{x},{y},{turn}')
    hanger(scene, x, turn, y)


def build(scene, draped):
    for slug, x, turn, twist in HUNG:
        hang(scene, draped(slug), x, turn, twist)
    floor = -.12
    bar(scene, -1.22, 1.28, floor)
    # a long lens, so that hems do not run askew; the lamps stand nearly twice as far off and more in front: both ends are lit
    scene.options.update({'camera': [-.95, -8.2, 1.20, .03, 0, .79, 1.98], 'frame': [0, 1, 0, floor], 'wall': [.95, .35],
                          'lens': [.006], 'near': [1.8], 'lamps': [1.1, -1.7, 0], 'light': [.92]})
