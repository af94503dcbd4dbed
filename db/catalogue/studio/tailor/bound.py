"""Edges bound with a narrow strip of the garment's own cloth, flat and thin, and the slit such an edge may run into."""
import numpy as np

from .laid import cloth, outward
from .trims import sheet, strip

UP = np.array([0, 0, 1.0])


def neck(g, piece, edge, width=.009, gap=.0018, lift=.0010, n=300, **kw):
    """A flat binding `width` metres wide along the neck edge(u) of `piece`, laid on its cloth and turned over to the inside;
    open by `gap` (in u) either side of centre front, where its ends run into a tie."""
    u = np.mod(.5 + np.linspace(gap, 1 - gap, n), 1)
    U, Z = outward(u, edge(u), np.full(n, .003), steps=6)          # the very edge of the cloth is ragged
    U, Z = outward(U[-1], Z[-1], np.full(n, width - .003), steps=20)
    at = cloth(g, piece)
    crest, m = at(u, edge(u))
    lows = [at(U[k], Z[k]) for k in (20, 13, 6)]
    uneven = .00035 * np.sin(2 * np.pi * (9 * u + .4 * np.sin(2 * np.pi * 3 * u)))[:, None]
    (low, a), (mid, b), (high, c) = lows
    rows = [low - a * .0006, low + a * (lift * .5), low + a * lift, mid + b * (lift * 1.15), high + c * (lift * 1.1),
            crest + m * (lift * .7) + UP * .0008 + uneven, crest - m * .0004 + UP * (.0014 + uneven), crest - m * .0016 + UP * uneven,
            crest - m * .0020 - UP * .004, crest - m * .0022 - UP * .008]
    sheet(g, 'binding', np.array(rows), thickness=0, flip=True, **kw)


def slit(g, at, u, top, low, gape=.005, edge=.0058):
    """An opening from height `top` down to `low` on the surface `at`, narrow below and open by `gape` metres above; its
    two bound edges, each `edge` wide, close to a point."""
    metre = 1 / np.linalg.norm(at(u + .005, top)[0] - at(u - .005, top)[0]) * .01
    point = low - .011
    open_ = lambda z: gape * metre * np.clip((z - low) / (top - low), 0, 1) ** 1.3
    ends = lambda z: np.sqrt(np.clip((z - point) / (low + .004 - point), 0, 1))
    strip(g, at, u, lambda z: open_(z) + .0012 * metre, low, top, 50, lift=.0007, edge=.0004, name='slit', cols=3,
          colour=tuple(c * .13 for c in g.colour))
    for side, more in ((-1, .0016), (1, .0011)):
        strip(g, at, lambda z: u + side * (open_(z) + edge * metre * ends(z)) / 2, lambda z: edge * metre * ends(z) + 1e-5,
              point, top, 60, lift=more, edge=.0006, name='facing', cols=7)
