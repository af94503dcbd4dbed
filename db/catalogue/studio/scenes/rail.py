"""Finished garments on wooden hangers, on a freestanding oak rail."""
import numpy as np

from tailor import body

from . import objects

SIZE = (1600, 1200)
RAIL = 1.585                                             # height of the bar above the floor of the garments, m
OAK, BEECH, BRASS = (.40, .255, .135), (.50, .335, .19), (.62, .50, .30)
# garment, x on the rail (m), turn (radians)
HUNG = (('naomi-abaya', -.78, .92), ('priscilla-kaftan', -.53, .98), ('deborah-coat', -.29, .90), ('sarah-wrap-dress', -.05, .95),
        ('mary-dress', .19, 1.0), ('anna-linen-dress', .43, .93), ('esther-gown', .67, .97), ('miriam-tiered-dress', .91, .94))


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
    top = z.max()
    h = np.linspace(0, 1, 34)
    rise = RAIL - top - .005
    stem = np.column_stack([0 * h[:8], 0 * h[:8], top + np.linspace(-.01, rise * .35, 8)])
    r = .021
    hook = np.array([[r * np.cos(k), 0, RAIL - lift + r * np.sin(k)] for k in np.linspace(-.5 * np.pi, 1.05 * np.pi, 26)])
    path = np.concatenate([stem, hook])
    fine = np.linspace(0, 1, 70)
    s = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    path = np.column_stack([np.interp(fine * s[-1], s, path[:, k]) for k in range(3)])
    objects.tube(scene, place(path), .0019, 'metal', BRASS, up=(0, 1, .001))


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


def hang(scene, path, x, turn, y=0.0, squeeze=.32):
    scene.load(f'{path}@{x},{y},{turn},{squeeze}', lean=True)
    hanger(scene, x, turn, y)


def build(scene, draped):
    for slug, x, turn in HUNG:
        hang(scene, draped(slug), x, turn)
    floor = -.12
    bar(scene, -1.12, 1.24, floor)
    scene.options.update({'camera': [-.62, -4.8, 1.12, .05, 0, .80, 1.90], 'frame': [0, 1, 0, floor], 'wall': [.95, .35], 'lens': [.006], 'lamps': [.1, -.7, .1], 'light': [1.08]})
