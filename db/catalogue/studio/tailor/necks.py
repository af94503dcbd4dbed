"""Round necks finished with a flat band of the garment's cloth: turned over the edge, lying on the cloth outside, faced within."""
import numpy as np
from scipy.ndimage import gaussian_filter1d

from .laid import cloth, outward
from .trims import sheet

def _round(v, sigma=5):
    return gaussian_filter1d(v, sigma, axis=0, mode='wrap')


def band(g, piece, neck, width=.022, facing=.040, rise=.0013, wander=.0008, stitched=False, seed=1, n=420, **kw):
    """A band `width` metres broad round the neck edge of `piece`, `rise` thick, with a facing inside that reaches `facing`
    down. wander (m): how uneven its edges are. stitched: along its lower edge."""
    rng = np.random.default_rng(seed)
    u, at = np.arange(n) / n, cloth(g, piece)
    uneven = wander * sum(rng.normal(0, .5) * np.sin(2 * np.pi * (k * u + rng.random())) for k in (2, 3, 5, 7, 11))
    first = outward(u, neck(u), np.full(n, .003), steps=6)             # the very edge of the cloth is ragged
    U, Z = outward(first[0][-1], first[1][-1], width - .003 + uneven, steps=12)
    lies = [[_round(v) for v in at(U[k], Z[k])] for k in range(13)]
    (edge, m), ways = lies[0], lies[3][0] - lies[0][0]
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    inner = [_round(p) - q * .0022 for p, q in (at(u, neck(u) - d) for d in (facing, facing * .6, facing * .3))]
    lip = edge - ways * (.0038 + uneven * .5)[:, None]
    rows = inner + [edge - m * .0016 - ways * .001, lip - m * .0008 - ways * .0002, lip - ways * .0006 + m * .0002, lip + m * rise]
    rows += [p + q * rise for p, q in lies[:12]]
    p, q = lies[12]
    rows += [p - ways * .0004 + q * rise * .85, p + q * rise * .4, p - q * .0014]
    if stitched:
        far = np.full(len(rows), 0.)
        far[-15:-1] = np.linspace(width, .0, 14)
        kw['top'] = np.repeat(far, n)
    sheet(g, 'band', np.array(rows), True, thickness=0, **kw)
