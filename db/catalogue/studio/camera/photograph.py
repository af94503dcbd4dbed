"""Runs inside Blender: meshes in, linear negative (.npy layers) out.
blender -b -P photograph.py -- NEGATIVE WIDTH HEIGHT SAMPLES FILE[@x,y,turn] ... [frame=low,high,shift,floor]"""
import os
import sys

import bpy
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fabrics  # noqa: E402
import set as studio_set  # noqa: E402

neg, W, H, samples, *files = sys.argv[sys.argv.index('--') + 1:]
W, H, samples = int(W), int(H), int(samples)
bpy.ops.wm.read_factory_settings(use_empty=True)
sc = bpy.context.scene
materials = {}


def mesh(d, k, default_colour, place):
    get = lambda key, other=None: d[f'{k}/{key}'] if f'{k}/{key}' in d else other
    x, faces, uv = get('x'), get('faces'), get('uv')
    fabric, colour = str(get('fabric')), get('colour')
    colour = tuple(float(c) for c in (default_colour if colour is None else colour))
    me = bpy.data.meshes.new(str(get('name')))
    me.from_pydata(x.tolist(), [], [[i for i in f if i >= 0] for f in faces.tolist()])
    me.polygons.foreach_set('use_smooth', [True] * len(me.polygons))
    layer = me.uv_layers.new(name='weave')
    keep = faces.ravel() >= 0
    layer.data.foreach_set('uv', np.ascontiguousarray(uv.reshape(-1, 2)[keep].ravel(), np.float32))
    for key in ('seam', 'hem'):
        me.attributes.new(key, 'FLOAT', 'POINT').data.foreach_set('value', np.ascontiguousarray(get(key), np.float32))
    me.validate()
    o = bpy.data.objects.new(me.name, me)
    sc.collection.objects.link(o)
    key = (fabric, colour)
    if key not in materials:
        materials[key] = fabrics.material(fabric, fabric, colour)
    me.materials.append(materials[key])
    if int(get('subdiv', 0)):
        s = o.modifiers.new('fine', 'SUBSURF')
        s.levels, s.render_levels = 0, int(get('subdiv'))
    if float(get('thickness')):
        s = o.modifiers.new('thick', 'SOLIDIFY')
        s.thickness, s.offset, s.use_even_offset = float(get('thickness')), 0, False
    o.location, o.rotation_euler = (place[0], place[1], 0), (0, 0, place[2])
    return x[:, 2].min(), x[:, 2].max(), np.abs(x[:, 0] + place[0]).max()


low, high, half, cam = 9, 0, 0, {}
for f in files:
    if f.startswith('frame='):
        cam.update(zip(('low', 'high', 'shift', 'floor'), map(float, f[6:].split(','))))
        continue
    name, _, where = f.partition('@')
    place = [float(v) for v in where.split(',')] if where else [0, 0, 0]
    d = np.load(name)
    for k in range(int(d['count'])):
        a, b, c = mesh(d, k, d['colour'], place)
        low, high, half = min(low, a), max(high, b), max(half, c)
    cam.update({k[7:]: float(d[k]) for k in d.files if k.startswith('camera/')})

studio_set.paper(cam.get('floor', low - .035))
studio_set.lights()
tall = high - low
if not cam:                                              # a wide garment needs the camera further back
    spare = max(0, 2 * half * H / W / .86 - tall * 1.17) / 2
    low, high, tall = low - spare * 1.0, high + spare, tall
studio_set.camera(cam.get('low', low - .085 * tall), cam.get('high', high + .085 * tall), W, H, cam.get('shift', 0))

sc.render.engine = 'CYCLES'
cy = sc.cycles
cy.time_limit = float(os.environ.get('STUDIO_SECONDS', 240))   # on a busy machine: stop and take what there is
cy.device, cy.samples, cy.use_denoising = 'CPU', samples, False
cy.use_adaptive_sampling, cy.adaptive_threshold, cy.adaptive_min_samples = True, .03, 8
cy.max_bounces, cy.diffuse_bounces, cy.glossy_bounces, cy.transmission_bounces = 3, 2, 1, 2
cy.sample_clamp_indirect = 4
cy.light_sampling_threshold = .04
cy.caustics_reflective = cy.caustics_refractive = False
sc.render.resolution_x, sc.render.resolution_y = W, H
sc.render.use_persistent_data = False
vl = sc.view_layers[0]
vl.cycles.denoising_store_passes = True
sc.use_nodes = True
t = sc.node_tree
t.nodes.clear()
rl = t.nodes.new('CompositorNodeRLayers')
fo = t.nodes.new('CompositorNodeOutputFile')
fo.base_path = neg
fo.format.file_format, fo.format.color_depth, fo.format.color_mode = 'OPEN_EXR', '32', 'RGB'
fo.file_slots.clear()
for slot, out in (('light', 'Image'), ('normal', 'Denoising Normal'), ('albedo', 'Denoising Albedo')):
    fo.file_slots.new(slot)
    t.links.new(rl.outputs[out], fo.inputs[slot])
comp = t.nodes.new('CompositorNodeComposite')
t.links.new(rl.outputs['Image'], comp.inputs[0])
os.makedirs(neg, exist_ok=True)
sc.frame_set(1)
bpy.ops.render.render(write_still=False)
for slot in ('light', 'normal', 'albedo'):
    im = bpy.data.images.load(os.path.join(neg, f'{slot}0001.exr'))
    im.colorspace_settings.name = 'Non-Color' if slot == 'normal' else 'Linear'
    a = np.empty(W * H * 4, np.float32)
    im.pixels.foreach_get(a)
    np.save(os.path.join(neg, slot + '.npy'), a.reshape(H, W, 4)[::-1, :, :3])
