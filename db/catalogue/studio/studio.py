"""The picture studio.  python3 studio.py SLUG [--draft] [--view front] [--out FILE]

Drapes the garment (plain Python and a small C solver) and photographs it into
db/catalogue/pictures/SLUG.jpg.
"""
import argparse
import importlib
import math
import os
import sys
import tempfile
import time

# pictures of several garments: size, (garment, x, y, turn) each, and the frame (low, high, shift[, floor])
GROUPS = {
    'home-hero': ((2000, 1250), [('anna-linen-dress', -.26, .16, .10), ('mary-dress', .24, -.06, .0),
                                 ('sarah-wrap-dress', .72, .18, -.08), ('miriam-tiered-dress', 1.17, -.04, -.12)],
                  (-.22, 1.78, 0)),
    'fabrics': ((1600, 1200), [('fabrics', 0, 0, .06)], (-.075, .365, 0, .0)),
}

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
work = os.path.join(tempfile.gettempdir(), 'kindred-studio')
pictures = os.path.join(here, '..', 'pictures')


def drape(slug, detail):
    t = time.time()
    g = importlib.import_module('garments.' + slug.replace('-', '_')).make(detail)
    path = os.path.join(work, slug + '.npz')
    g.save(path)
    print(f'{slug}: draped in {time.time() - t:.0f} s')
    return path


if __name__ == '__main__':
    a = argparse.ArgumentParser()
    a.add_argument('slug')
    a.add_argument('--draft', action='store_true')
    a.add_argument('--fine', type=float, default=None, help='density of the cloth, 1 = 8 mm')
    a.add_argument('--size', default=None)
    a.add_argument('--grid', type=int, default=None, help='rays through a pixel, each way: 2 for a draft, 3, 4')
    a.add_argument('--view', default='front')
    a.add_argument('--reuse', action='store_true', help='photograph the last draping again')
    a.add_argument('--drape-only', action='store_true')
    a.add_argument('--out', default=None)
    o = a.parse_args()
    os.makedirs(work, exist_ok=True)
    detail = o.fine or (0.8)
    if o.slug in GROUPS:
        full, people, frame = GROUPS[o.slug]
        paths = []
        for name, *place in people:
            path = os.path.join(work, name + '.npz')
            if name == o.slug or not os.path.exists(path):
                drape(name, detail)
            paths.append(path + '@' + ','.join(map(str, place)))
        paths.append('frame=' + ','.join(map(str, frame)))
        o.size = o.size or ('%dx%d' % (full[0] * .3, full[1] * .3) if o.draft else '%dx%d' % full)
    else:
        path = os.path.join(work, o.slug + '.npz') if o.reuse else drape(o.slug, detail)
        paths = [path + '@0,0,%.3f' % {'front': 0, 'back': math.pi, 'side': -.75}[o.view]]   # the garment turns, not the set
    if not o.drape_only:
        size = tuple(map(int, o.size.split('x'))) if o.size else (450, 600) if o.draft else (1200, 1600)
        out = o.out or (os.path.join(work, o.slug + '-draft.jpg') if o.draft else os.path.join(
            pictures, o.slug + ('' if o.view == 'front' else '-' + o.view) + '.jpg'))
        from camera import trace
        trace.photograph(paths, out, *size, grid=o.grid or (2 if o.draft else 3))
        print(out)
