"""Fabrics as materials. Differences between cloths at this distance are sheen, roughness,
how irregular the yarn is, and how light catches the seams and hems."""
try:
    import bpy
except ImportError:                                      # the quick camera only reads the table
    bpy = None

# slub: depth of yarn irregularity (m); grain: (warp, weft) yarn lengths; mottle: dye unevenness
FABRICS = {
    'crepe':  dict(rough=.80, spec=.16, sheen=.35, slub=.00045, grain=(420, 420), mottle=.18),
    'voile':  dict(rough=.85, spec=.12, sheen=.25, slub=.00014, grain=(520, 520), mottle=.08, thin=.30),
    'linen':  dict(rough=.88, spec=.12, sheen=.25, slub=.00075, grain=(45, 480), mottle=.24),
    'poplin': dict(rough=.78, spec=.18, sheen=.20, slub=.00016, grain=(520, 320), mottle=.10),
    'satin':  dict(rough=.60, spec=.24, sheen=.45, slub=.00016, grain=(120, 700), mottle=.06, aniso=.3),
    'nidha':  dict(rough=.70, spec=.20, sheen=.25, slub=.00010, grain=(500, 500), mottle=.06),
    'viscose': dict(rough=.70, spec=.20, sheen=.25, slub=.00022, grain=(260, 520), mottle=.13),
    'velvet': dict(rough=.95, spec=.06, sheen=1.6, slub=.00045, grain=(260, 260), mottle=.22, pile=True),
    'wool':   dict(rough=.95, spec=.08, sheen=.75, slub=.0007, grain=(230, 230), mottle=.17),
    'horn':   dict(rough=.32, spec=.5, sheen=0, slub=0, grain=(40, 40), mottle=.25),
    'metal':  dict(rough=.35, spec=.5, sheen=0, slub=0, grain=(1, 1), mottle=0, metal=1),
}


class _Nodes:
    def __init__(self, tree):
        self.t = tree

    def add(self, kind, **inputs):
        n = self.t.nodes.new('ShaderNode' + kind)
        for k, v in inputs.items():
            if k.startswith('_'):
                setattr(n, k[1:], v)
            else:
                self.set(n, k, v)
        return n

    def set(self, n, key, v):
        sock = n.inputs[int(key[1:])] if key[0] == 'i' and key[1:].isdigit() else n.inputs[key.replace('_', ' ')]
        if hasattr(v, 'is_output'):
            self.t.links.new(v, sock)
        else:
            sock.default_value = v

    def math(self, op, a, b=0.0, clamp=False):
        return self.add('Math', _operation=op, _use_clamp=clamp, i0=a, i1=b).outputs[0]

    def near(self, d, centre, width):
        """1 where distance d is within `width` of `centre`, fading out."""
        off = self.math('ABSOLUTE', self.math('SUBTRACT', d, centre))
        return self.math('SUBTRACT', 1.0, self.math('DIVIDE', off, width), clamp=True)


def material(name, fabric, colour):
    f = FABRICS[fabric]
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    N = _Nodes(m.node_tree)
    bsdf = m.node_tree.nodes['Principled BSDF']
    out = m.node_tree.nodes['Material Output']
    uv = N.add('UVMap', _uv_map='weave').outputs[0]

    def yarn(su, sv, detail=1.0):
        mapped = N.add('Mapping', Vector=uv, Scale=(su, sv, 1)).outputs[0]
        return N.add('TexNoise', Vector=mapped, Scale=1.0, Detail=detail, Roughness=.6).outputs['Fac']
    height = yarn(*f['grain'])
    height = N.math('MULTIPLY', N.math('ADD', height, yarn(f['grain'][1], f['grain'][0])), .5)   # weft over warp
    dye = yarn(14, 5) if not f.get('pile') else yarn(9, 4, 4)

    seam = N.add('Attribute', _attribute_name='seam').outputs['Fac']
    hem = N.add('Attribute', _attribute_name='hem').outputs['Fac']
    seam_line = N.near(seam, 0.0, .006)
    stitch = N.near(hem, .026, .0018)
    relief = N.math('SUBTRACT', N.math('MULTIPLY', height, f['slub']),
                    N.math('ADD', N.math('MULTIPLY', seam_line, .0012), N.math('MULTIPLY', stitch, .0007)))
    bump = N.add('Bump', Strength=1.0, Distance=1.0, Height=relief).outputs[0]

    # colour: yarn and dye vary a little in lightness; seams and stitches sit in shade
    vary = N.math('ADD', N.math('MULTIPLY', N.math('SUBTRACT', height, .5), f['mottle'] * 2.2),
                  N.math('MULTIPLY', N.math('SUBTRACT', dye, .5), f['mottle'] * 1.2))
    shade = N.math('SUBTRACT', N.math('ADD', 1.0, vary),
                   N.math('MULTIPLY', N.math('MAXIMUM', seam_line, stitch), .20))
    col = N.add('MixRGB', _blend_type='MULTIPLY', Fac=1.0, Color1=(*colour, 1),
                Color2=N.add('CombineRGB', R=shade, G=shade, B=shade).outputs[0]).outputs[0]
    N.set(bsdf, 'Base_Color', col)
    N.set(bsdf, 'Roughness', f['rough'])
    N.set(bsdf, 'Specular', f['spec'])
    N.set(bsdf, 'Sheen', f['sheen'])
    N.set(bsdf, 'Sheen_Tint', .7)
    N.set(bsdf, 'Metallic', f.get('metal', 0))
    N.set(bsdf, 'Anisotropic', f.get('aniso', 0))
    N.set(bsdf, 'Normal', bump)
    surface = bsdf.outputs[0]
    if f.get('pile'):
        # velvet: pile is dark seen straight on and bright at grazing angles
        v = N.add('BsdfVelvet', Color=tuple(min(1, c * 4.5 + .02) for c in colour) + (1,), Sigma=.42, Normal=bump)
        surface = N.add('AddShader', i0=surface, i1=v.outputs[0]).outputs[0]
    if f.get('thin'):
        tr = N.add('BsdfTranslucent', Color=col, Normal=bump).outputs[0]
        surface = N.add('MixShader', Fac=f['thin'], i1=surface, i2=tr).outputs[0]
    N.set(out, 'Surface', surface)
    return m
