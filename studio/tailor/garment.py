"""Sew pieces together, drape them, and hand meshes to the camera."""
import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra

from . import body, folds, grain, pieces, seamed, solver, trims
from .kept import digest, kept
from .refine import Finer, fulled

# area mass kg/m2, bending N·m, shear give m/N: what makes cloth hang as it does
HANDS = {
    'crepe':  dict(mass=0.22, bend=0.8e-5, shear=0.020),
    'voile':  dict(mass=0.11, bend=1.0e-5, shear=0.020),
    'linen':  dict(mass=0.20, bend=1.8e-5, shear=0.010),
    'poplin': dict(mass=0.15, bend=4.0e-5, shear=0.010),
    'satin':  dict(mass=0.25, bend=1.6e-5, shear=0.025),
    'fluid':  dict(mass=0.18, bend=0.8e-5, shear=0.030),
    'velvet': dict(mass=0.36, bend=2.6e-5, shear=0.015),
    'wool':   dict(mass=0.45, bend=4.0e-4, shear=0.006),
}


def as_triangles(faces, *per_corner):
    """Triangles of quads (their diagonals alternate), and what belongs to the corners; triangles stay."""
    if faces.shape[1] == 3:
        return faces, *per_corner
    even = np.arange(len(faces)) % 2 == 0
    ways = ((even, [0, 1, 2]), (even, [0, 2, 3]), (~even, [0, 1, 3]), (~even, [1, 2, 3]))
    return tuple(np.concatenate([v[some][:, corners] for some, corners in ways]) for v in (faces, *per_corner))


class Garment:
    """A garment of one `hand` (in HANDS), hung on the body; `arm`: how the left one hangs, the right one differs a little;
    `arms`: whether the body has any; detail: density of the cloth, 1 = 8 mm; cell: of the body's grid of distances (m)."""

    def __init__(self, hand='crepe', fabric='crepe', colour=(.2, .2, .2), arm=None, arms=True, detail=1.0,
                 cell=0.008):
        self.hand, self.fabric, self.colour, self.detail = HANDS[hand], fabric, colour, detail
        self.arm = arm or body.Arm()
        # the two arms of a person never hang alike
        self.right = body.Arm(self.arm.spread * .93 + .005, self.arm.forward + .018, self.arm.bend * 1.15)
        self.grid = body.distance_grid((self.arm, self.right), arms, cell)
        self.pieces, self.meshes = [], []
        self.x = None

    def add(self, *ps):
        """Add pieces; -> the one, or all of them."""
        self.pieces += ps
        return ps[0] if len(ps) == 1 else ps

    # -- sewing ---------------------------------------------------------------
    def sew(self):
        """Make one cloth of all pieces: vertices that are welded become one, edges they share one edge."""
        n = 0
        for p in self.pieces:
            p.ids = np.empty(len(p.x), int)
            own = np.array([v not in p.weld for v in range(len(p.x))]) if p.weld else np.ones(len(p.x), bool)
            p.ids[own] = n + np.arange(own.sum())
            n += own.sum()
            for v, (q, k) in p.weld.items():
                p.ids[v] = q.ids[k]
        x = np.zeros((n, 3))
        pinned, margin, friction = np.zeros(n, bool), np.zeros(n), np.zeros(n)
        anchor, reach = np.full(n, -1), np.zeros(n)
        E, L, S = [], [], []
        for p in self.pieces[::-1]:
            x[p.ids] = p.x
            margin[p.ids], friction[p.ids] = p.margin, p.friction
            has = p.anchor >= 0
            anchor[p.ids[has]] = p.anchor_piece.ids[p.anchor[has]]
            reach[p.ids[has]] = p.reach[has]
            E.append(np.sort(p.ids[p.edges], 1)); L.append(p.rest); S.append(p.soft)
        for p in self.pieces:
            pinned[p.ids[p.pinned]] = True
        E, L, S = np.vstack(E), np.concatenate(L), np.concatenate(S)
        E, first, inv = np.unique(E, axis=0, return_index=True, return_inverse=True)
        total = np.bincount(inv, weights=L) / np.bincount(inv)
        self.x0, self.pinned, self.margin, self.friction = x, pinned, margin, friction
        self.anchor, self.reach = anchor, reach
        self.E, self.L, self.S = E, total, S[first]
        self.n, self.finer = n, None
        self.near = self._near()

    def triangles(self, p):
        """Triangles of piece `p` as it was cut, in vertices of the whole garment."""
        return as_triangles(p.ids[p.faces])[0]

    def drape(self, frames=64, substeps=18, bend=1.0, thick=0.0055, settle=14, damping=1.5, keep_bends=False, fine=20,
              fine_thick=.0024, fine_bend=.5):
        """Let the cloth fall for `frames` sixtieths of a second, then `fine` more on a mesh twice as fine."""
        if self.x is None:
            self.sew()
        lengths = self._lengths(self.E, self.L)
        tri = np.vstack([self.triangles(p) for p in self.pieces])
        stiff = self._stiffness(bend)
        args = self._forces(tri, lengths, stiff, self.x0 if keep_bends else None, thick)
        start = self.x0 if self.x is None else self.x
        name = digest(start, tri, *args[:12], *self.grid, *args[13:], frames, substeps, damping, settle)
        self.x = kept(name, lambda: {'x': solver.fall(start, args, frames, substeps, damping, settle)})['x']
        if fine:
            self._refine(tri, lengths, bend * fine_bend, fine_thick, fine, substeps, name)
        return self.x

    def _lengths(self, E, L):
        """Rest length of the edge between vertices a and b."""
        n = self.n
        key = E[:, 0].astype(np.int64) * n + E[:, 1]
        order = np.argsort(key)
        ks, Ls = key[order], L[order]

        def edge_length(a, b):
            k = np.minimum(a, b).astype(np.int64) * n + np.maximum(a, b)
            return Ls[np.clip(np.searchsorted(ks, k), 0, len(ks) - 1)]
        return edge_length

    def _stiffness(self, bend):
        """Of each vertex: a piece that is `stiffer` (a factor, or one for each vertex) stiffens what lies wholly within it."""
        k = np.full(self.n, self.hand['bend'] * bend)
        for p in self.pieces:
            k[p.ids] *= getattr(p, 'stiffer', 1)
        return k

    def _forces(self, tri, edge_length, stiff, kept, thick):
        """What the solver needs besides positions, for the cloth as it is sewn now."""
        n, E, L = self.n, self.E, self.L
        l0, l1, l2 = edge_length(tri[:, 0], tri[:, 1]), edge_length(tri[:, 1], tri[:, 2]), edge_length(tri[:, 0], tri[:, 2])
        s = (l0 + l1 + l2) / 2
        area = np.sqrt(np.maximum(s * (s - l0) * (s - l1) * (s - l2), 1e-14))
        mass = np.zeros(n)
        for k in range(3):
            np.add.at(mass, tri[:, k], area * self.hand['mass'] / 3)
        mass = np.maximum(mass, np.median(mass) * 0.4)
        w = np.where(self.pinned, 0, 1 / mass)
        B, K, A = solver.bend_stencils(self.x if kept is None and self.x is not None else self.x0, tri, edge_length)
        rest = np.zeros(len(B)) if kept is None else np.linalg.norm(np.einsum('ij,ijk->ik', K, kept[B]), axis=1)
        comp = self.S * self.hand['shear'] + (1 - self.S) / 4000
        # neighbours in memory are neighbours in cloth: sweep in that order
        o = np.argsort(E[:, 0], kind='stable')
        return (w, E[o], L[o], comp[o], B, K, A / (3 * stiff[B].min(1)), rest, self.anchor, self.reach, self.near,
                thick, self.grid, self.margin, self.friction)

    def _refine(self, tri, edge_length, bend, thick, frames, substeps, coarse):
        stiff = self._stiffness(bend)
        f = self.finer = Finer(self.n, tri, edge_length, self.E, self.S)
        self.n, self.E, self.L, self.S = f.count, f.E, f.L, f.S
        self.pinned = f.both(self.pinned)
        self.margin, self.friction, self.near = f.mean(self.margin), f.mean(self.friction), f.mean(self.near)
        self.anchor, self.reach = f.tethers(self.anchor, self.reach)
        self.x = f.mean(self.x)
        fine, = f.faces(tri)
        args = self._forces(fine, self._lengths(f.E, f.L), f.mean(stiff), None, thick)
        x = kept(digest(coarse, args[6], thick, frames, substeps),
                 lambda: {'x': solver.settle_finer(self.x, ~self.pinned, args, frames, substeps)})['x']
        self.x = fulled(x, self.E, fine, self.pinned, 60) if self.fabric == 'wool' else x

    def _near(self):
        """Positions whose mutual distance says which vertices are neighbours in the cloth."""
        r = np.zeros((self.n, 3))
        for k, p in enumerate(self.pieces):
            r[p.ids] = np.column_stack([p.uv, np.full(len(p.x), 0.0)])
            r[p.ids, 2] = k * 10.0
        # sewn neighbours of different pieces: fall back on start distance there
        return r

    # -- handing over ---------------------------------------------------------
    def _distance(self, start):
        if not start.any():
            return np.full(self.n, 9.0)
        m = coo_matrix((self.L, (self.E[:, 0], self.E[:, 1])), (self.n, self.n)).tocsr()
        return np.minimum(dijkstra(m, directed=False, indices=np.where(start)[0], min_only=True, limit=0.12), 9.0)

    def placed(self, p):
        """Where the vertices of piece `p` are now (n, 3), metres."""
        return self.x[p.ids]

    def cuffs(self, sleeves, s0, s1, radius, **kw):
        """Bands over the ends of both sleeves, s0 to s1 metres from the shoulder; the sleeves' own cloth is gathered in."""
        for p, side in zip(sleeves, (1, -1)):
            folds.tuck(self, p, s0, radius + .0030, side)
            trims.cuff(self, p.arm_frame, s0, s1, radius, side, **kw)
        for k, used in self.cut:
            self.meshes[k]['x'] = self.x[used]

    def surface(self, p):
        """Piece `p` as it lies: see `pieces.surface`."""
        return pieces.surface(p, self.placed(p))

    def _meshed(self, p):
        """Triangles of piece `p` on the finest mesh there is."""
        return self.finer.faces(self.triangles(p))[0] if self.finer else self.triangles(p)

    def finish(self, thickness=0.0014):
        """Turn the draped pieces into meshes; pieces with the same fabric become one."""
        cut = self.finer.n if self.finer else self.n
        seam, hem = np.zeros(cut, bool), np.zeros(cut, bool)
        for p in self.pieces:
            seam[p.ids[p.seams]] = True
            hem[p.ids[p.hems]] = True
        if self.finer:
            seam, hem = self.finer.both(seam), self.finer.both(hem)
        seam, hem = self._distance(seam), self._distance(hem)
        seam = seamed.set_in(self, seam, self._meshed)
        groups, self.cut = {}, []
        for p in self.pieces:
            groups.setdefault((getattr(p, 'fabric', None) or self.fabric, getattr(p, 'colour', None)), []).append(p)
        for (fab, colour), ps in groups.items():
            F, UV = [], []
            for p in ps:
                f, uv = p.ids[p.faces], grain.corners(self, p)
                if self.finer:
                    f, uv = self.finer.faces(*as_triangles(f, uv))
                if f.shape[1] == 3:
                    f = np.column_stack([f, np.full(len(f), -1)])
                    uv = np.concatenate([uv, uv[:, :1]], 1)
                F.append(f); UV.append(uv)
            F, UV = np.vstack(F), np.vstack(UV)
            used = np.unique(F[F >= 0])
            remap = np.full(self.n + 1, -1)
            remap[used] = np.arange(len(used))
            self.cut.append((len(self.meshes), used))
            self.meshes.append(dict(name=ps[0].name, x=self.x[used], faces=remap[F], uv=UV, fabric=fab,
                                    colour=colour, thickness=thickness, seam=seam[used], hem=hem[used], subdiv=1))

    def trim(self, name, x, faces, fabric=None, colour=None, thickness=0.0, uv=None, subdiv=1, **extra):
        """A modelled part: collar, belt, button."""
        faces = np.asarray(faces)
        if faces.shape[1] == 3:
            faces = np.column_stack([faces, np.full(len(faces), -1)])
        if uv is None:
            uv = x[np.maximum(faces, 0)][..., [0, 2]]
        self.meshes.append(dict(name=name, x=np.asarray(x, float), faces=faces, uv=uv, fabric=fabric or self.fabric,
                                colour=colour, thickness=thickness, seam=np.full(len(x), 9.0),
                                hem=np.full(len(x), 9.0), subdiv=subdiv, **extra))

    def save(self, path):
        """Write all meshes to the file `path`, as the camera loads them."""
        out = {'count': len(self.meshes), 'colour': self.colour}
        for k, m in enumerate(self.meshes):
            for key, v in m.items():
                if v is not None:
                    out[f'{k}/{key}'] = v
        np.savez(path, **out)
