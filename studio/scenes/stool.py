"""A plain oak stool, its seat 45 cm from the floor: beside a garment it says how long the garment is. Metres."""
import numpy as np

from . import objects, stuffs

HIGH, SEAT, THICK = .45, .160, .034                      # of the whole; radius and thickness of the seat
TOP, FOOT = .098, .150                                   # how far from the middle, to each side, a leg begins and stands


def _leg(x, y, t):
    """The point of the leg towards (x, y), t of the way down."""
    out = TOP + (FOOT - TOP) * t
    return np.array([x * out, y * out, (HIGH - THICK) * (1 - t)])


def put(scene, x, y, floor, turn=.35):
    """Put it at (x, y) on the floor at height `floor`, turned by `turn` radians."""
    c, s = np.cos(turn), np.sin(turn)
    place = lambda p: np.asarray(p) @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + [x, y, floor]
    _seat(scene, place)
    corners = ((1, 1), (1, -1), (-1, -1), (-1, 1))
    for a, b in corners:
        t = np.linspace(0, 1, 14)
        round_ = np.interp(t, [0, .45, 1], [.0150, .0175, .0125])        # a lathe's, fullest where the rungs go in
        objects.tube(scene, place([_leg(a, b, k) for k in t]), round_, 'wood', stuffs.OAK, up=(1, 0, 0), sides=18)
    for k, (one, other) in enumerate(zip(corners, corners[1:] + corners[:1])):
        at = .50 + .10 * (k % 2)                         # rungs that meet at one height would weaken a leg
        ends = _leg(*one, at), _leg(*other, at)
        path = [ends[0] + (ends[1] - ends[0]) * k for k in np.linspace(0, 1, 12)]
        round_ = np.interp(np.linspace(0, 1, 12), [0, .5, 1], [.0080, .0105, .0080])
        objects.tube(scene, place(path), round_, 'wood', stuffs.OAK, sides=14)


def _seat(scene, place, sides=72):
    """A round board, a little hollowed, its edges softened; the grain runs across it."""
    edge = [(SEAT - .012, 0), (SEAT - .004, .001), (SEAT - .0006, .006), (SEAT, .014), (SEAT - .001, .024), (SEAT - .006, .0318),
            (SEAT - .016, THICK)]
    profile = [(.001, 0), (SEAT * .5, 0), *edge, (SEAT * .8, THICK - .0008), (SEAT * .5, THICK - .0035), (.001, THICK - .0045)]
    t = 2 * np.pi * np.arange(sides) / sides
    p = np.array([[(r * np.cos(a), r * np.sin(a), HIGH - THICK + h) for a in t] for r, h in profile])
    i = np.arange(len(profile) * sides).reshape(len(profile), sides)
    j = np.roll(i, -1, 1)
    faces = np.stack([i[:-1], j[:-1], j[1:], i[1:]], -1).reshape(-1, 4)
    x = p.reshape(-1, 3)
    scene.mesh(place(x), faces, x[faces][..., :2], 'wood', stuffs.OAK)
