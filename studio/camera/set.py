"""One set for every picture: ivory paper sweep, three lights, 80 mm lens. Metres, watts, linear colours."""
import numpy as np

PAPER = (0.780, 0.734, 0.662)
WORLD = (.17, .165, .158)                                # the dim room all around
AMBIENT = (.25, .232, .208)                              # what has bounced more than once
# position, size, watts, colour, aimed at, whether the paper sees it: key (large, warm, high left), weak cool fill,
# rim from behind right
LIGHTS = (((-3.1, -1.25, 2.7), 1.7, 232, (1, .940, .855), (0, 0, .95), 1),
          ((3.0, -1.8, 1.4), 2.5, 15, (.86, .93, 1), (0, 0, .95), 1),
          ((1.3, 1.5, 3.0), 1.3, 58, (1, .97, .93), (0, 0, 1.1), 0))


def sweep(level, wall=2.5, bend=1.2, steps=48):
    """The paper as points, quads: floor, curve of radius `bend`, wall at y. `level` is the height of the floor."""
    path = [(y, 0) for y in np.linspace(-6, wall - bend - .05, 40)]
    path += [(wall - bend + bend * np.sin(a), bend - bend * np.cos(a)) for a in np.linspace(0, np.pi / 2, steps)] + [(wall, 9)]
    x = np.array([(s, y, z + level) for y, z in path for s in (-14, 14)], float)
    n = len(path)
    return x, np.array([(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(n - 1)])


def frame(forward):
    """Right, up and forward of something that looks along `forward`."""
    f = np.asarray(forward, float) / np.linalg.norm(forward)
    r = np.cross(f, [0, 0, 1.0] if abs(f[2]) < .97 else [0, 1.0, 0])
    r /= np.linalg.norm(r)
    return np.array([r, np.cross(r, f), f])


def lights(strength=1.0, shift=(0, 0, 0), near=1.0):
    """Rows for trace.c; `near` brings the lamps closer to what is small (and takes their power down as much)."""
    rows = []
    for at, size, watts, colour, aim, paper in LIGHTS:
        at, aim = np.array(at), np.array(aim)
        at = (at - aim) * near + aim + shift
        b = frame(aim + shift - at)
        light = np.array(colour) * watts * strength * near ** 2 / np.pi ** 2
        rows.append([*at, size * near, *light, *b[2], *b[0], *b[1], paper])
    return np.array(rows, np.float32)
