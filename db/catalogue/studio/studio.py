"""The picture studio.  python3 studio.py SLUG [--draft] [--view front] [--out FILE]

Drapes the garment (plain Python and a small C solver), photographs it in Blender and
develops the negative into db/catalogue/pictures/SLUG.jpg.
"""
import argparse
import fcntl
import importlib
import os
import subprocess
import sys
import tempfile
import time

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


def photograph(negative, size, samples, paths, view):
    lock = open(os.path.join(work, 'one-at-a-time'), 'w')
    fcntl.flock(lock, fcntl.LOCK_EX)                     # two renders at once are slower than one after the other
    t = time.time()
    subprocess.check_call(
        ['nice', '-n', '19', 'blender', '-b', '-noaudio', '-t', '2', '--python-exit-code', '1', '-P',
         os.path.join(here, 'camera', 'photograph.py'), '--', negative, *map(str, size), str(samples), view, *paths],
        stdout=open(negative + '.log', 'w'), stderr=subprocess.STDOUT)
    print(f'photographed in {time.time() - t:.0f} s')


if __name__ == '__main__':
    a = argparse.ArgumentParser()
    a.add_argument('slug')
    a.add_argument('--draft', action='store_true')
    a.add_argument('--fine', type=float, default=None, help='density of the cloth, 1 = 8 mm')
    a.add_argument('--size', default=None)
    a.add_argument('--samples', type=int, default=None)
    a.add_argument('--view', default='front')
    a.add_argument('--reuse', action='store_true', help='photograph the last draping again')
    a.add_argument('--drape-only', action='store_true')
    a.add_argument('--out', default=None)
    o = a.parse_args()
    os.makedirs(work, exist_ok=True)
    detail = o.fine or (0.8)
    npz = os.path.join(work, o.slug + '.npz') if o.reuse else drape(o.slug, detail)
    if not o.drape_only:
        size = tuple(map(int, o.size.split('x'))) if o.size else (450, 600) if o.draft else (1200, 1600)
        samples = o.samples or (12 if o.draft else 10)
        out = o.out or (os.path.join(work, o.slug + '-draft.jpg') if o.draft else os.path.join(
            pictures, o.slug + ('' if o.view == 'front' else '-' + o.view) + '.jpg'))
        neg = os.path.join(work, o.slug + '-' + o.view)
        photograph(neg, size, samples, [npz], o.view)
        from camera import develop
        develop.develop(neg, out, draft=o.draft)
        print(out)
