"""The picture studio.  python3 studio.py SLUG [--draft] [--view front|three-quarter|back|detail|all] [--out FILE]

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

SCENES = ('home-hero', 'fabrics', 'rail', 'workroom')      # pictures of more than one garment: scenes/*.py

# the garment turns, not the set (radians)
TURNS = {'front': 0, 'three-quarter': -.62, 'back': math.pi, 'side': -1.2, 'detail': -.20}

# a stool stands left of a long dress and a little behind it, where it is seen half from the side: how far (m). What is let down to
# the floor has none, for beside it that would seem shorter than it is, unless it ends at a waist: there it is as long as it is high
STOOL = -.45, .30
BESIDE_STOOL = ('mary-dress', 'esther-gown', 'naomi-abaya', 'miriam-tiered-dress', 'sarah-wrap-dress', 'elizabeth-dress',
                'priscilla-kaftan', 'anna-linen-dress', 'ruth-skirt')
# a skirt fills its picture; to leave room for the stool it is seen from further off: how much floor there is below its hem and how
# high the picture is (m), how far right of the middle the skirt is (part of the width)
ROOM = {'ruth-skirt': (.14, 1.40, .09)}

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
work = os.path.join(tempfile.gettempdir(), 'kindred-studio')
pictures = os.path.join(here, '..', 'db', 'catalogue', 'pictures')


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
    a.add_argument('--view', default='front', choices=[*TURNS, 'all'])
    a.add_argument('--reuse', action='store_true', help='photograph the last draping again')
    a.add_argument('--drape-only', action='store_true')
    a.add_argument('--out', default=None)
    o = a.parse_args()
    os.makedirs(work, exist_ok=True)
    detail = o.fine or 1.05
    if o.slug in SCENES:
        from camera import develop, trace
        m = importlib.import_module('scenes.' + o.slug.replace('-', '_'))

        def draped(slug):
            path = os.path.join(work, slug + '.npz')
            return path if os.path.exists(path) else drape(slug, detail)
        scene = trace.Scene()
        m.build(scene, draped)
        size = tuple(map(int, o.size.split('x'))) if o.size else tuple(int(v * .3) for v in m.SIZE) if o.draft else m.SIZE
        out = o.out or os.path.join(work if o.draft else pictures, o.slug + '.jpg')
        develop.develop(scene.expose(*size, o.grid or (2 if o.draft else 3)), out)
        sys.exit(print(out))
    path = os.path.join(work, o.slug + '.npz') if o.reuse else drape(o.slug, detail)
    size = tuple(map(int, o.size.split('x'))) if o.size else (450, 600) if o.draft else (1200, 1600)
    views = () if o.drape_only else ('front', 'three-quarter', 'back', 'detail') if o.view == 'all' else (o.view,)
    for view in views:
        paths = [path + '@0,0,%.3f' % TURNS[view]]
        if view == 'detail':
            garment = importlib.import_module('garments.' + o.slug.replace('-', '_'))
            z, tall, x, turn = garment.DETAIL
            paths = [path + '@0,0,%.3f' % turn, 'camera=%.3f,-1.9,%.3f,%.3f,-.08,%.3f,%.3f' % (x + .16, z + .12, x, z, tall),
                     'cloth=%.3f,%.3f,%.3f' % getattr(garment, 'CLOSE', (1, 1, 1))]
        name = o.slug + ('' if view == 'front' else '-' + view)
        out = o.out or (os.path.join(work, name + '-draft.jpg') if o.draft else os.path.join(pictures, name + '.jpg'))
        from camera import trace
        beside = None
        if view == 'three-quarter' and o.slug in BESIDE_STOOL:
            from scenes import stool

            def beside(scene, slug=o.slug):
                if slug in ROOM:
                    below, high, right = ROOM[slug]
                    scene.add(['frame=%.4f,%.4f,%.3f' % (scene.low - below, scene.low - below + high, right)])
                stool.put(scene, *STOOL, scene.low - .002)
        trace.photograph(paths, out, *size, grid=o.grid or (2 if o.draft else 3), beside=beside)
        print(out)
