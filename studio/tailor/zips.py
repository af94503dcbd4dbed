"""An invisible zip: two folded edges that meet over its teeth, a drop-shaped puller on its loop, hook and eye above it."""
import numpy as np
from scipy.interpolate import CubicSpline

from .trims import sheet

NICKEL = (.58, .56, .53)
# across one folded edge and the next, half widths of the whole: the height of each point
ROLLS = ((-1, -.5), (-.88, .30), (-.66, .74), (-.42, 1.0), (-.22, .92), (-.085, .50), (-.045, .0), (.045, .0), (.085, .50), (.22, .92),
         (.42, 1.0), (.66, .74), (.88, .30), (1, -.5))


def edges(g, centre, out, across, half=.0030, high=.0011, **kw):
    """The two folded edges of an opening that is closed, along the points `centre` (n, 3) of the cloth; `out` and `across` (n, 3) are
    its normals and the way over it; `high` (m, or one a point) is how far the folds stand up. Between them the zip's tape is dark."""
    t = np.arange(len(centre))
    high = np.broadcast_to(high, t.shape)
    x = []
    for k, up in ROLLS:
        uneven = 1 + .10 * np.sin(.21 * t + 3 * np.sign(k)) + .07 * np.sin(.53 * t + 5 * k)
        x.append(centre + (k * half * uneven)[:, None] * across + (up * high * uneven)[:, None] * out)
    sheet(g, 'zip', np.array(x).swapaxes(0, 1), thickness=0, **kw)
    tape = [centre + o * across + (.00012 + .30 * high)[:, None] * out for o in (-.0003, 0, .0003)]
    sheet(g, 'tape', np.array(tape).swapaxes(0, 1), thickness=0, fabric='card', colour=tuple(c * .12 for c in g.colour))


def wire(g, points, radius, closed=False, name='wire', colour=NICKEL, fabric='metal'):
    """A wire bent through `points`, round at its ends."""
    p = np.array(points)
    if closed:
        p = np.vstack([p, p[:1]])
    line = CubicSpline(np.linspace(0, 1, len(p)), p, bc_type='periodic' if closed else 'natural')
    t = np.linspace(0, 1, 12 * len(p))
    path, along = line(t), line(t, 1)
    along /= np.linalg.norm(along, axis=1)[:, None]
    side = np.cross(along, (.31, .17, .94))
    side /= np.linalg.norm(side, axis=1)[:, None]
    over = np.cross(along, side)
    thick = radius * (np.ones(len(t)) if closed else np.sqrt(np.clip(np.minimum(t, 1 - t) / .03, .01, 1)))
    turn = 2 * np.pi * np.arange(12) / 12
    x = path[:, None] + thick[:, None, None] * (np.cos(turn)[None, :, None] * side[:, None] + np.sin(turn)[None, :, None] * over[:, None])
    sheet(g, name, x, True, thickness=0, fabric=fabric, colour=colour)


def puller(g, at, out, lies, long=.0235, wide=.0034, thick=.0007):
    """The slider that shows at point `at` of the closed edges, its loop, and the puller hung on it: a drop of metal, pierced where
    the loop goes through it. `out`: the cloth's normal there; lies(z): how far out (m along y) the cloth is below, on which it lies."""
    over = np.cross((0, 0, 1.0), out)
    over /= np.linalg.norm(over)
    up = np.cross(out, over)
    turn = (2 * np.pi * np.arange(20) / 20)[:, None]
    dome = ((1, 0), (1.02, .5), (.86, .86), (.5, 1), (.03, 1.04))
    body = [at + r * (.0021 * np.cos(turn) * over + .0036 * np.sin(turn) * up) + .0019 * h * out for r, h in dome]
    sheet(g, 'slider', np.array(body), True, thickness=0, fabric='metal', colour=NICKEL)
    # the loop sticks out of the slider and falls forward over the puller's hole
    ring = [at + a * over + b * up + c * out for a, b, c in (
        (-.0012, .0012, .0012), (-.0017, -.0008, .0027), (-.0013, -.0030, .0032), (0, -.0039, .0033), (.0013, -.0030, .0032),
        (.0017, -.0008, .0027), (.0012, .0012, .0012))]
    wire(g, ring, .00042, name='loop')
    top = at[2] - .0022
    middle = np.array([at[0], at[1] + .0026, top])
    below = np.linspace(.004, long, 60)                  # it hangs straight down, unless the cloth stands out further
    slope = max(0, max((lies(top - k) + thick + .0004 - middle[1]) / k for k in below))
    lean = np.array([.05, slope, -1.0])
    lean /= np.linalg.norm(lean)
    broad = over - (over @ lean) * lean
    broad /= np.linalg.norm(broad)
    face = np.cross(broad, lean)
    face *= np.sign(face @ out)
    drop(g, middle, lean, broad, face, long, wide, thick)


def drop(g, top, lean, broad, face, long, wide, thick):
    """A flat drop of metal hanging from `top` along `lean`, `broad` the way it is wide; its rim is rounded, a hole pierced near its top."""
    t = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    low = (1 - np.cos(t)) / 2                            # 0 at its top, 1 at its end
    half = wide * (.36 + .64 * low ** 1.2)
    outline = np.stack([half * np.sin(t) * (1 + .12 * low), .0 + long * (low * .985 + .015)], 1)
    hole = np.array([0, .0031])
    eye = np.stack([.00085 * np.sin(t), hole[1] - .00115 * np.cos(t)], 1)
    place = lambda q, h: top + q[:, :1] * broad + q[:, 1:] * lean + h * face
    inset = lambda q, k: q + k * (eye - q) / np.maximum(np.linalg.norm(eye - q, axis=1), 1e-6)[:, None]
    rows = [place(eye, -.8 * thick), place(eye, .5 * thick), place(inset(eye, -.0002), .85 * thick), place(.5 * eye + .5 * outline, 1.7 * thick),
            place(inset(outline, .0009), 1.1 * thick),
            place(inset(outline, .0003), .8 * thick), place(outline, .1 * thick), place(inset(outline, .0003), -.8 * thick)]
    sheet(g, 'puller', np.array(rows), True, thickness=0, fabric='metal', colour=NICKEL)


def hook_and_eye(g, at, out, over, up):
    """A bent wire hooked into a loop of wire at point `at`, where two edges meet; its feet are sewn to them on both sides."""
    place = lambda way, h: [at + a * over + b * up + (h + c) * out for a, b, c in way]
    eye = ((.0052, .0022, -.0004), (.0034, .0024, .0004), (.0010, .0019, .0006), (.0001, .0, .0006), (.0010, -.0019, .0006),
           (.0034, -.0024, .0004), (.0052, -.0022, -.0004))
    hook = ((-.0052, .0013, -.0004), (-.0036, .0011, .0005), (-.0010, .0007, .0013), (.0014, .0006, .0017), (.0022, .0, .0018),
            (.0014, -.0006, .0017), (-.0010, -.0007, .0013), (-.0036, -.0011, .0005), (-.0052, -.0013, -.0004))
    wire(g, place(eye, .0012), .00033, name='eye')
    wire(g, place(hook, .0014), .00038, name='hook')
