"""One set for every picture: ivory paper sweep, three lights, 80 mm lens."""
import math

try:
    import bpy
    from mathutils import Vector
except ImportError:                                      # the quick camera only reads the numbers
    bpy = None

PAPER = (0.80, 0.755, 0.69)


def sweep(steps=24):
    """Outline of the paper, (y, z): floor, curve, wall."""
    return [(-6, 0)] + [(1.3 + 1.2 * math.sin(a), 1.2 - 1.2 * math.cos(a))
                        for a in (math.pi / 2 * i / steps for i in range(steps + 1))] + [(2.5, 7)]


def paper(level):
    """The floor rises to just below the hem, so that every garment, long or short, meets its shadow."""
    path = sweep()
    vs = [(s * 9, y, z + level) for y, z in path for s in (-1, 1)]
    fs = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(path) - 1)]
    me = bpy.data.meshes.new('paper')
    me.from_pydata(vs, [], fs)
    for p in me.polygons:
        p.use_smooth = True
    m = bpy.data.materials.new('paper')
    m.use_nodes = True
    b = m.node_tree.nodes['Principled BSDF']
    b.inputs['Base Color'].default_value = (*PAPER, 1)
    b.inputs['Roughness'].default_value = .95
    b.inputs['Specular'].default_value = .1
    me.materials.append(m)
    bpy.context.scene.collection.objects.link(bpy.data.objects.new('paper', me))


def _area(loc, size, watts, colour, target=(0, 0, .95)):
    l = bpy.data.lights.new('area', 'AREA')
    l.energy, l.size, l.color = watts, size, colour
    o = bpy.data.objects.new('area', l)
    o.location = loc
    o.rotation_euler = (Vector(target) - Vector(loc)).to_track_quat('-Z', 'Y').to_euler()
    bpy.context.scene.collection.objects.link(o)


WORLD = (.16, (1, .97, .93))
# position, size, watts, colour, aimed at: key (large, warm, high left), weak cool fill, rim from behind right
LIGHTS = (((-3.1, -1.05, 2.5), 1.3, 215, (1, .945, .87), (0, 0, .95)),
          ((3.0, -1.8, 1.4), 2.5, 13, (.88, .94, 1), (0, 0, .95)),
          ((1.3, 1.5, 3.0), 1.3, 75, (1, .97, .93), (0, 0, 1.1)))


def lights():
    for light in LIGHTS:
        _area(*light)
    w = bpy.data.worlds.new('room')
    bpy.context.scene.world = w
    w.use_nodes = True
    bg = w.node_tree.nodes['Background']
    bg.inputs[0].default_value = (*WORLD[1], 1)
    bg.inputs[1].default_value = WORLD[0]


def camera(low, high, width, height, shift=0.0):
    """Frame what stands between heights `low` and `high` (m) with margin."""
    c = bpy.data.cameras.new('camera')
    c.lens, c.sensor_fit, c.sensor_height = 80, 'VERTICAL', 36
    mid, tall = (low + high) / 2, high - low
    dist = tall * 80 / 36
    angle = .085                                         # a breath off the axis: a flat front looks cut out
    o = bpy.data.objects.new('camera', c)
    o.location = (dist * math.sin(angle), -dist * math.cos(angle), mid + .10)
    look = Vector((0, 0, mid)) - o.location
    o.rotation_euler = look.to_track_quat('-Z', 'Y').to_euler()
    c.shift_x = shift
    bpy.context.scene.collection.objects.link(o)
    bpy.context.scene.camera = o
    return o
