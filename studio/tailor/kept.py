"""What has been draped once is not draped again: while only trims change, a garment is there at once."""
import hashlib
import os
import tempfile

import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
folder = os.path.join(tempfile.gettempdir(), 'kindred-studio', 'draped')


def digest(*parts, programs=()):
    """A name for arrays and what else prints, and for the programs that drape them: `programs` (paths) and the solver's own."""
    h = hashlib.sha256()
    for path in (*(os.path.join(here, name) for name in ('solver.c', 'solver.py', 'refine.py')), *programs):
        with open(path, 'rb') as f:
            h.update(f.read())
    for p in parts:
        h.update(np.ascontiguousarray(p).tobytes() if isinstance(p, np.ndarray) else repr(p).encode())
    return h.hexdigest()[:24]


def kept(name, make):
    """The arrays of `make()`, a dict, from the last time it was called under this name."""
    path = os.path.join(folder, name + '.npz')
    if not os.path.exists(path):
        os.makedirs(folder, exist_ok=True)
        own = '%s.%d.tmp.npz' % (path, os.getpid())      # two programs may drape the same at once
        np.savez(own, **make())
        os.replace(own, path)
    with np.load(path) as d:
        return dict(d)
