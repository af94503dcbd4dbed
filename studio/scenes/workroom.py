"""The cutting table: a sleeve of kraft paper pinned to a length of sage linen, tape measure, reels. No hands."""
from . import kraft, length, tools

SIZE = (1600, 1200)
SAGE = (.225, .255, .170)


def build(scene, draped=None):
    """Put it all before the lens; nothing here was draped on a body."""
    tools.table(scene)
    ground = length.lay(scene, 'linen', SAGE, (-.275, -.175), .10)
    kraft.sleeve(scene, -.02, -.075, -.22, ground, ((-.072, .130, .4), (.060, .095, 2.6), (-.025, .345, .15)))

    def lie(p):
        p[..., 2] += ground(p[..., 0], p[..., 1])
        return p

    def stand(x, y, turn):
        return tools.at(x, y, turn, float(ground([x], [y])[0]))
    tools.tape(scene, lambda p: lie(tools.at(-.337, .205, 3.42)(p)),
               [(.035, .06), (-.01, .13), (-.09, .135), (-.14, .07), (-.20, .03)])
    tools.reel(scene, stand(-.235, .36, .3), (.36, .098, .042), .048)
    tools.reel(scene, stand(-.185, .405, 1.3), (.55, .50, .42), .060)
    scene.options.update({'camera': [-.10, -.975, .88, -.005, .063, .01, .500], 'frame': [0, 1, 0, -.8], 'lens': [.006],
                          'wall': [3.5, 1], 'light': [.76], 'lamps': [0, 0, -.85]})
