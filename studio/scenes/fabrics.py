"""The collection's cloths, folded and stacked, the top one thrown open over the corner of the pile."""
import numpy as np

from . import folded, throw

SIZE = (1600, 1200)
PILE = (                                                 # from the bottom: fabric, colour, one layer (m), leaves
    ('wool', (0.376, 0.243, 0.135), .0052, 3),
    ('velvet', (0.0071, 0.0097, 0.0225), .0044, 3),
    ('crepe', (0.030, 0.085, 0.052), .0034, 3),
    ('linen', (0.345, 0.255, 0.155), .0036, 4),
    ('viscose', (0.36, 0.098, 0.042), .0030, 4),
    ('crepe', (0.430, 0.185, 0.175), .0036, 3),
    ('viscose', (0.225, 0.255, 0.170), .0032, 3),
)


def build(scene, draped=None):
    rng = np.random.default_rng(7)
    base, high = None, 0
    for i, (fabric, colour, thick, leaves) in enumerate(PILE):
        w, d = rng.uniform(.35, .40), rng.uniform(.255, .285)
        base = folded.fold(scene, fabric, colour, thick, (w, d), leaves, base, (rng.normal(0, .009), rng.normal(0, .005)),
                           rng.normal(0, .05), seed=i + 3)
        high += 2 * leaves * thick * .97
    throw.over(scene, base, (.198, .160), 'linen', (0.52, 0.42, 0.29), high)
    scene.options.update({'camera': [-.42, -1.62, .50, .0, 0, .108, .415], 'frame': [0, 1, 0, 0], 'lens': [.006]})
