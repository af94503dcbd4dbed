"""The cutting table: pattern paper on cloth, shears, tape, chalk, pins, reels and folded lengths. No hands."""
import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates, maximum_filter

from . import folded, objects, throw, tools

SIZE = (1600, 1200)


def cloth(scene):
    """A length of rose crêpe pushed together a little, as it comes off the bolt."""
    R, N, step = 100, 118, .0068
    v, u = np.meshgrid((np.arange(R) - R / 2) * step, (np.arange(N) - N / 2) * step, indexing='ij')
    squeeze = np.interp(u, [-.4, .02, .4], [1, 1, .80])
    x = np.cumsum(np.gradient(u, axis=1) * squeeze, axis=1)
    x += u[:, :1] - x[:, :1]
    wave = np.clip((u - .0) / .2, 0, 1)
    z = .008 + .019 * wave * (1 + np.sin(u * 66 + 1.6 * np.sin(v * 6) + v * 3)) + .0010 * np.sin(u * 31 + v * 40)
    p = np.stack([x, v, z], -1)
    c, s = np.cos(.16), np.sin(.16)
    p = np.stack([p[..., 0] * c - p[..., 1] * s + .04, p[..., 0] * s + p[..., 1] * c + .04, p[..., 2]], -1)
    p = throw.fall(p, lambda x, y: 0 * x, floor=.0012, hand=(.22, 1.2e-5, .02), box=(-.75, .75), cell=.012, frames=26, friction=6, air=.0012, step=step)
    i, j = np.arange(R), np.arange(N)
    hem = np.minimum(np.minimum(i, R - 1 - i)[:, None], np.minimum(j, N - 1 - j)[None]).ravel() * step + .03
    objects.sheet(scene, p, .0011, 'crepe', (.430, .185, .175), hem=np.concatenate([hem, hem]))
    high = np.zeros((300, 300))                          # how high it lies, on a grid of 5 mm
    k = np.clip(((p[..., :2] + .75) / .005).astype(int), 0, 299)
    np.maximum.at(high, (k[..., 0], k[..., 1]), p[..., 2])
    high = gaussian_filter(maximum_filter(high, 7), 2.5) + .0012
    return lambda x, y: map_coordinates(high, [(np.asarray(x) + .75) / .005, (np.asarray(y) + .75) / .005], order=1, mode='nearest')


def paper(scene, place, ground, width=.58, height=.42):
    """Pattern paper that wants to roll up again at its right edge."""
    x, y = np.meshgrid(np.linspace(0, width, 90), np.linspace(0, height, 40))
    k = np.clip((x - width + .12) / .12, 0, 1)
    a = k * 1.55 * (.8 + .35 * y / height)
    r = .12 / 1.55
    X = np.where(k > 0, width - .12 + r * np.sin(a), x)
    Z = .0024 + r * (1 - np.cos(a)) + .0012 * np.sin(x * 13 + y * 9) * (1 - k) + .0008 * np.sin(y * 31 - x * 7)
    p = place(np.stack([X - width / 2, y - height / 2, Z], -1))
    p[..., 2] += ground(p[..., 0], p[..., 1]) * (1 - k) ** 2
    objects.sheet(scene, p[::-1], .0003, 'card', (1, 1, 1), texture=tools.pattern(width, height), subdiv=0)


def build(scene, draped=None):
    tools.table(scene)
    ground = cloth(scene)
    paper(scene, tools.at(-.17, .0, .09, .0), ground)

    def lie(p):
        p[..., 2] += ground(p[..., 0], p[..., 1]) - .0004
        return p
    top = lambda x, y, turn, above: tools.at(x, y, turn, float(ground([x], [y])[0]) + above)
    base = None
    for seed, (fabric, colour, thick, leaves, size, turn) in enumerate((
            ('wool', (.400, .235, .105), .0050, 3, (.34, .25), -.10), ('crepe', (.030, .085, .052), .0036, 3, (.33, .24), -.04),
            ('linen', (.52, .42, .29), .0038, 3, (.32, .245), -.15))):
        base = folded.fold(scene, fabric, colour, thick, size, leaves, base, (.46, .47), turn, seed=seed + 21)
    tools.shears(scene, top(.235, -.190, 2.50, .0030))
    tools.tape(scene, lambda p: lie(tools.at(.40, .05, .25)(p)),
               [(.035, .06), (-.01, .13), (-.09, .135), (-.14, .07), (-.20, .03), (-.27, .06), (-.30, .13)])
    tools.chalk(scene, top(-.375, -.045, .4, .0026), (.78, .74, .69))
    tools.chalk(scene, top(-.325, -.10, 1.2, .0026), (.30, .40, .47))
    rng = np.random.default_rng(9)
    colours = ((.75, .70, .62), (.40, .07, .04), (.05, .12, .09), (.75, .70, .62), (.62, .42, .12))
    for k, (x, y, a) in enumerate(((-.145, .125, 2.9), (-.085, .09, .3), (-.265, .155, 1.9), (-.06, -.10, 5.9), (-.215, -.165, 4.2), (-.02, .16, .9),
                                   (-.30, .02, 2.2))):
        tools.pin(scene, top(x, y, a + rng.normal(0, .15), .0026), colours[k % 5])
    for x, y, colour, tall in ((-.37, .335, (.36, .098, .042), .048), (-.315, .375, (.030, .085, .052), .048), (-.41, .395, (.55, .50, .42), .060)):
        tools.reel(scene, tools.at(x, y, x * 9), colour, tall)
    scene.options.update({'camera': [-.10, -1.22, 1.08, .015, .085, .0, .80], 'frame': [0, 1, 0, -.8], 'lens': [.007], 'wall': [3.5, 1], 'light': [.86]})
