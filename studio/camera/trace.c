/* The camera: paths from the lens through each pixel, with a soft shadow from every light, one bounce between
   cloths, and cloth shaded as cloth (weave.h). Colours are linear; lengths metres; light is radiance. */
#include "vector.h"
#include "bvh.h"
#include "weave.h"
#include "sewn.h"
#include "print.h"
#include "smooth.h"

typedef struct { float pos[3], size, col[3], dir[3], a[3], b[3], paper; } Light;

static const int *T_, *mat_; static const float *X_, *N_, *UV_, *along_, *SH_, *mats_, *texdata_; static const int *texinfo_;
static const Light *lights_; static int n_lights_; static float world_[3], amb_[3];
static unsigned char *nocast_; static const float *foot_;

static void surface(const Hit *h, const float *d, Surf *s, int full) {
    const int *t = T_ + 3*h->id; float b[3] = {1-h->u-h->v, h->u, h->v};
    s->m = mats_ + NMAT * mat_[h->id];
    float P[3] = {0}, n[3] = {0}, e1[3], e2[3];
    for (int i = 0; i < 3; i++) for (int k = 0; k < 3; k++) { P[k] += b[i]*X_[3*t[i]+k]; n[k] += b[i]*N_[3*t[i]+k]; }
    for (int k = 0; k < 3; k++) { e1[k] = X_[3*t[1]+k]-X_[3*t[0]+k]; e2[k] = X_[3*t[2]+k]-X_[3*t[0]+k]; }
    cross(s->ng, e1, e2); unit(s->ng); unit(n);
    float side = DOT(s->ng, d) > 0 ? -1 : 1;
    float same = DOT(s->ng, n)*side < 0 ? -1 : 1;
    for (int k = 0; k < 3; k++) { s->ng[k] *= side; n[k] *= same; }
    float lift[3] = {0};                     /* no teeth where the light grazes: start shadows on the smooth surface */
    for (int i = 0; i < 3; i++) {
        float q[3], dn = 0;
        for (int k = 0; k < 3; k++) { q[k] = P[k]-X_[3*t[i]+k]; dn += q[k]*N_[3*t[i]+k]; }
        float sg = DOT(N_ + 3*t[i], s->ng) < 0 ? -1 : 1; dn *= sg;
        if (dn < 0) for (int k = 0; k < 3; k++) lift[k] -= b[i]*dn*sg*N_[3*t[i]+k];
    }
    for (int k = 0; k < 3; k++) { s->P[k] = P[k] + lift[k]; s->n[k] = n[k]; }
    const float *uv = UV_ + 6*h->id;
    s->u = s->v = 0;
    for (int i = 0; i < 3; i++) { s->u += b[i]*uv[2*i]; s->v += b[i]*uv[2*i+1]; }
    if (!full) return;
    float du1 = uv[2]-uv[0], dv1 = uv[3]-uv[1], du2 = uv[4]-uv[0], dv2 = uv[5]-uv[1], det = du1*dv2-du2*dv1;
    for (int k = 0; k < 3; k++) s->T[k] = b[0]*along_[3*t[0]+k] + b[1]*along_[3*t[1]+k] + b[2]*along_[3*t[2]+k];
    float tn = DOT(s->T, n);
    for (int k = 0; k < 3; k++) s->T[k] -= tn*n[k];
    unit(s->T); cross(s->B, n, s->T);
    if (det < 0) for (int k = 0; k < 3; k++) s->B[k] = -s->B[k];
    float *at[3] = {&s->seam, &s->hem, &s->top}, *gr[3] = {s->gs, s->gh, s->gt};
    for (int w = 0; w < 3; w++) {
        gr[w][0] = gr[w][1] = *at[w] = 0;
        for (int i = 0; i < 3; i++) *at[w] += b[i]*SH_[3*t[i]+w];
        if (fabsf(*at[w]) > .05f) continue;
        float a = DOT(e1,e1), bb = DOT(e1,e2), c = DOT(e2,e2), D = a*c-bb*bb + 1e-20f;
        float s0 = SH_[3*t[0]+w], s1 = SH_[3*t[1]+w]-s0, s2 = SH_[3*t[2]+w]-s0, x = (c*s1-bb*s2)/D, y = (a*s2-bb*s1)/D;
        gr[w][0] = x*DOT(e1,s->T) + y*DOT(e2,s->T); gr[w][1] = x*DOT(e1,s->B) + y*DOT(e2,s->B);
    }
}

static void close_up(Surf *s, const float *d, float px, float alb[3]) {
    const float *m = s->m; float c = tone(m, s->u, s->v, px);
    if (m[KIND] > 0 || m[WRINKLE] > 0) {
        float e = fmaxf(px*.35f, m[PITCH]*.12f); if (e < 2e-5f) e = 2e-5f;
        float st = m[STITCH], h0 = height(m, s->u, s->v, px) + st*sewn(s, 0, 0);
        float hu = (height(m, s->u+e, s->v, px) + st*sewn(s, e, 0) - h0)/e;
        float hv = (height(m, s->u, s->v+e, px) + st*sewn(s, 0, e) - h0)/e;
        float g = sqrtf(hu*hu+hv*hv); if (g > 1.1f) { hu *= 1.1f/g; hv *= 1.1f/g; }
        if (m[KIND] == VELVET) { float lean[2]; nap(s->u, s->v, px, lean); hu += lean[0]; hv += lean[1]; }
        for (int k = 0; k < 3; k++) s->n[k] -= hu*s->T[k] + hv*s->B[k];
        unit(s->n);
        float nv = -DOT(s->n, d);
        if (nv < .03f) { for (int k = 0; k < 3; k++) s->n[k] -= (.03f - nv)*d[k]; unit(s->n); }
        if (st > 0) {
            c *= 1 - .22f*bell(s->seam/.0010f) - .07f*bell(s->seam/.0032f);
            c *= 1 - .26f*bell((s->hem-.022f)/.0013f)*(.55f+.45f*cosf(s->u*2000)) - .05f*(s->hem < .022f);
            if (s->top < .012f) c *= 1 + .22f*stitched(s, s->top, s->u, s->v) - .26f*bell((s->top-TOPSTITCH)/.0013f);
        }
    }
    float b[3] = {m[0],m[1],m[2]}, tex[3] = {1,1,1};
    if (m[PRINT] > 0) printed(m, s->u, s->v, px, b);
    if (m[TEX] >= 0) {
        const int *q = texinfo_ + 3*(int)m[TEX];
        float x = s->u*q[0]-.5f, y = s->v*q[1]-.5f;
        int X = (int)floorf(x), Y = (int)floorf(y);
        float fx = x-X, fy = y-Y;
        for (int k = 0; k < 3; k++) {
            float v[2];
            for (int j = 0; j < 2; j++) {
                int yy = Y+j; yy = yy < 0 ? 0 : yy >= q[1] ? q[1]-1 : yy;
                int xa = X < 0 ? 0 : X >= q[0] ? q[0]-1 : X, xb = X+1 < 0 ? 0 : X+1 >= q[0] ? q[0]-1 : X+1;
                v[j] = texdata_[q[2] + 3*(yy*q[0]+xa)+k]*(1-fx) + texdata_[q[2] + 3*(yy*q[0]+xb)+k]*fx;
            }
            tex[k] = v[0]*(1-fy)+v[1]*fy;
        }
    }
    float dye = 0;
    if (m[YARN] > 0) dye = .22f*m[YARN]*near(px)*(value(s->u/.0017f, s->v/.016f, 56) + value(s->u/.013f, s->v/.0019f, 57) - 1);
    for (int k = 0; k < 3; k++) alb[k] = fminf(.95f, b[k]*tex[k]*c*(1 + (1-k)*dye));   /* no dye takes evenly */
}

/* light from direction l with strength e (irradiance/pi): what the cloth sends to the eye E */
static void cloth(const Surf *s, const float *alb, const float *E, const float *l, const float *e, float *out, float *soft) {
    const float *m = s->m; float nl = DOT(s->n, l), nv = DOT(s->n, E), w = m[WRAP];
    if (nv < .04f) nv = .04f;
    float dif = (nl + w)/((1+w)*(1+w)); if (dif < 0) dif = 0;
    if (nl < 0 && m[THIN] > 0) dif += m[THIN]*-nl;
    float mx = fmaxf(m[0], fmaxf(m[1], m[2])) + 1e-4f, dark = 1 - .60f*nv*nv*fminf(1, m[PILE]);
    float sp = 0, fu = 0, ve = 0;
    if (nl > .01f) {
        float h[3] = {l[0]+E[0], l[1]+E[1], l[2]+E[2]}; unit(h);
        float nh = DOT(s->n,h), lh = DOT(l,h);
        if (m[SPEC] > 0) {
            float r = m[ROUGH]*m[ROUGH], ax = r*(1-.75f*m[ANISO]), ay = r*(1+.35f*m[ANISO]);
            float x = DOT(h,s->T)/ax, y = DOT(h,s->B)/ay, q = x*x+y*y+nh*nh, kk = r*.5f;
            float fr = 1-lh; fr = fr*fr*fr*fr*fr;
            sp = nl/(ax*ay*q*q) / (4*(nl*(1-kk)+kk)*(nv*(1-kk)+kk)) * (.08f*m[SPEC] + (1-.08f*m[SPEC])*fr*.5f*(1-m[ROUGH]));
            if (m[STITCH] > 0) sp = fminf(sp, .035f);         /* light that only grazes a cloth dies between its threads */
        }
        float sh = sqrtf(fmaxf(0, 1-nh*nh)), vis = nl/(4*(nl+nv-nl*nv));
        if (m[SHEEN] > 0) fu = m[SHEEN]*2.2f*sh*sh*sqrtf(sh)*vis;
        if (m[PILE] > 0) ve = m[PILE]*3.2f*powf(sh, 5)*vis;
    }
    for (int k = 0; k < 3; k++) {
        float tint = m[k]/mx, c = .65f+.35f*tint;
        float diffuse = dif*dark;               /* what weak lights add is evened out with the bounce */
        if (soft) soft[k] += e[k]*diffuse; else out[k] += e[k]*alb[k]*diffuse;
        out[k] += e[k]*(sp*c + .12f*fu*(.35f+.65f*tint) + ve*fminf(1, m[k]*3.2f+.010f));
    }
}

static int sample_light(const Light *L, const float *P, float r1, float r2, float *l, float *e, float *dist) {
    float d2 = 0, q[3], x = (r1-.5f)*L->size, y = (r2-.5f)*L->size;
    for (int k = 0; k < 3; k++) { q[k] = L->pos[k] + x*L->a[k] + y*L->b[k] - P[k]; d2 += q[k]*q[k]; }
    *dist = sqrtf(d2);
    for (int k = 0; k < 3; k++) l[k] = q[k] / *dist;
    float c = -DOT(l, L->dir); if (c <= 0) return 0;
    for (int k = 0; k < 3; k++) e[k] = L->col[k]*c/d2;
    return 1;
}

/* whether paper at P lies under or close round what stands on it: there its shadow is sharp and every pixel counts */
static int at_foot(const float *P) { return P[0] > foot_[0] && P[0] < foot_[1] && P[1] > foot_[2] && P[1] < foot_[3]; }

/* the lamps that metal at o mirrors from direction d: radiance, where nothing stands before them */
static void mirrored(const float *o, const float *d, float *out) {
    for (int w = 0; w < n_lights_; w++) {
        const Light *L = lights_ + w; float q[3], c = DOT(d, L->dir); Hit h;
        if (c >= 0) continue;
        for (int k = 0; k < 3; k++) q[k] = L->pos[k] - o[k];
        float t = DOT(q, L->dir)/c;
        for (int k = 0; k < 3; k++) q[k] = t*d[k] - q[k];
        if (t <= 0 || fabsf(DOT(q, L->a)) > L->size/2 || fabsf(DOT(q, L->b)) > L->size/2) continue;
        if (trace(o, d, t, 1, nocast_, &h)) continue;
        for (int k = 0; k < 3; k++) out[k] += L->col[k]*3.14159265f/(L->size*L->size);
    }
}

/* light that comes from direction d to point o, having bounced once */
static void bounced(const float *o, const float *d, float *out) {
    Hit h; Surf s;
    if (!trace(o, d, 30, 0, 0, &h)) { memcpy(out, world_, 12); return; }
    surface(&h, d, &s, 0);
    float e[3], l[3], dist, E[3] = {0,0,0};
    Hit q;
    if (sample_light(lights_, s.P, rnd(), rnd(), l, e, &dist)) {
        float nl = DOT(s.n, l), p[3];
        if (nl > 0) {
            for (int k = 0; k < 3; k++) p[k] = s.P[k] + s.ng[k]*.0012f;
            if (!trace(p, l, dist, 1, nocast_, &q)) for (int k = 0; k < 3; k++) E[k] += e[k]*nl;
        }
    }
    float near = h.t/.12f; near = near > 1 ? 1 : near;       /* deep in a fold little of the room is seen */
    for (int k = 0; k < 3; k++) out[k] = s.m[k]*(E[k] + amb_[k]*(.25f+.75f*near));
}

static void outwards(float *dir, const float *ng) {
    unit(dir);
    if (DOT(dir, ng) < .02f) { float f = .04f - DOT(dir, ng); for (int c = 0; c < 3; c++) dir[c] += f*ng[c]; unit(dir); }
}

/* what metal sends on from the ray d: 12 looks around its mirror direction, wider the rougher it is */
static void polished(const Surf *s, const float *d, const float *base, float *out) {
    float dn = DOT(d, s->n), rough = s->m[ROUGH]*s->m[ROUGH];
    for (int j = 0; j < 12; j++) {
        float dir[3], in[3];
        for (int c = 0; c < 3; c++) dir[c] = d[c] - 2*dn*s->n[c] + rough*(rnd()-.5f)*2;
        outwards(dir, s->ng);
        bounced(base, dir, in);
        mirrored(base, dir, in);
        for (int c = 0; c < 3; c++) out[c] += fminf(in[c], 3)/12;       /* film would blacken no further */
    }
}

void render(int nT, const int *T, const float *X, const float *N, const float *UV, const float *along, const float *SH,
            const int *mat, const float *mats, const int *texinfo, const float *texdata, const float *cam, int W, int H, int k,
            int nL, const float *lights, const float *world, const float *amb,
            float *D, float *A, float *I, float *G, float *cov, float *PI, float *PB, float *pn, float *key, float *V) {
    T_ = T; X_ = X; N_ = N; UV_ = UV; along_ = along; SH_ = SH; mat_ = mat; mats_ = mats;
    texinfo_ = texinfo; texdata_ = texdata;
    lights_ = (const Light *)lights; n_lights_ = nL; memcpy(world_, world, 12); memcpy(amb_, amb, 12);
    build(nT, T, X);
    nocast_ = calloc(nT, 1);
    for (int i = 0; i < nT; i++) nocast_[i] = mats[NMAT*mat[i]+PAPER] > 0;
    const float *eye = cam, *R = cam+3, *U = cam+6, *F = cam+9;
    float focal = cam[12], shift = cam[13], lens = cam[14], focus = cam[15]; foot_ = cam+16;
#define seen(u, vis) do { \
        float y_ = u[0]+u[1]+u[2]; \
        for (int c_ = 0; c_ < 3; c_++) u_[c_] += u[c_]; \
        v_[1] += y_; v_[0] += y_*(vis); \
    } while (0)
    int S = k*k, sparse = S > 4 ? 3 : 2;
    for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) {
        size_t p = (size_t)y*W+x;
        seed_ = (unsigned)(x*73856093u ^ y*19349663u) | 1u; rnd(); rnd();
        float o1 = rnd(), o2 = rnd(), o3 = rnd(), o4 = rnd();
        float d_[3] = {0}, a_[3] = {0}, i_[3] = {0}, j_[3] = {0}, u_[3] = {0}, v_[2] = {0}, g_[4] = {0};
        float pi_[3] = {0}, pb_[3] = {0};
        int nc = 0, ni = 0, np = 0, lit = 0, last = 0;
        for (int j = 0; j < S; j++) {
            int jj = (j*7) % S;                             /* the first few samples are spread over the pixel */
            float sx = x + (jj%k + rnd())/k, sy = y + (jj/k + rnd())/k, a = (sx - W*.5f - shift)/focal, b = (H*.5f - sy)/focal;
            float d[3], o[3];
            for (int c = 0; c < 3; c++) { d[c] = F[c] + a*R[c] + b*U[c]; o[c] = eye[c]; }
            if (lens > 0) {
                float r = lens*sqrtf(rnd()), w = 6.2831853f*rnd(), lx = r*cosf(w), ly = r*sinf(w);
                for (int c = 0; c < 3; c++) { float f = eye[c] + d[c]*focus; o[c] += lx*R[c] + ly*U[c]; d[c] = f - o[c]; }
            }
            unit(d);
            Hit h, q; Surf s;
            if (!trace(o, d, 60, 0, 0, &h)) { np++; continue; }
            surface(&h, d, &s, 1);
            float px = h.t/focal, alb[3], E[3] = {-d[0],-d[1],-d[2]}, eps = fminf(.0015f, fmaxf(.0002f, .6f*px));
            int paper = s.m[PAPER] > 0;
            if (paper) { np++; if ((((x|y)&3) && !at_foot(s.P)) || nc) { if (nc == 0 && j >= S/2) break; continue; } memcpy(alb, s.m, 12); }
            else { nc++; last = mat[h.id]; for (int c = 0; c < 3; c++) g_[c] += s.n[c]; close_up(&s, d, px, alb); }
            float base[3], irr[3] = {0}, out[3] = {0}, weak[3] = {0};
            for (int c = 0; c < 3; c++) base[c] = s.P[c] + s.ng[c]*eps;
            for (int w = 0; w < nL && s.m[METAL] <= 0; w++) {       /* metal has nothing but what it mirrors */
                const Light *L = lights_ + w; float l[3], e[3], dist;
                if (paper && L->paper <= 0) continue;
                if (w && (j + w) % sparse) continue;    /* the weak lights need fewer rays */
                float r1 = frac(o1 + j*.7548777f + .37f*w), r2 = frac(o2 + j*.5698403f + .61f*w);
                if (!sample_light(L, s.P, r1, r2, l, e, &dist)) continue;
                float nl = DOT(s.n, l), ng = DOT(s.ng, l); const float *from = base; float through[3];
                if (ng < 0) {
                    if (s.m[THIN] <= 0) {
                        if (!w && !paper && nl > -s.m[WRAP]) { float u[3] = {0}; cloth(&s, alb, E, l, e, u, 0); seen(u, 0); }
                        continue;
                    }
                    for (int c = 0; c < 3; c++) through[c] = s.P[c] - s.ng[c]*(eps + .001f);
                    from = through;
                }
                if (paper ? nl <= 0 : nl <= 0 && s.m[THIN] <= 0 && nl < -s.m[WRAP]) continue;
                int dark = trace(from, l, dist, 1, nocast_, &q);
                if (!w && !paper) {      /* the key: light and shadow apart, so that penumbras can be evened out */
                    float u[3] = {0}; cloth(&s, alb, E, l, e, u, 0); seen(u, !dark);
                    continue;
                }
                if (dark) continue;
                float many = w ? (S - (sparse - w % sparse) % sparse + sparse - 1) / sparse : 0; many = w ? S/many : 1;
                for (int c = 0; c < 3; c++) e[c] *= many;
                if (paper) for (int c = 0; c < 3; c++) irr[c] += e[c]*nl; else cloth(&s, alb, E, l, e, out, w ? weak : 0);
            }
            if (!paper && s.m[METAL] <= 0 && j % 2) goto counted; /* the bounce is evened out afterwards: half the rays will do */
            float in[3] = {0};
            if (s.m[METAL] > 0) polished(&s, d, base, in);
            else {
                float ca = frac(o3 + j*.8191725f), cb = frac(o4 + j*.6710436f), r = sqrtf(ca), w = 6.2831853f*cb;
                float dir[3], t1[3], t2[3];
                float up[3] = {0, fabsf(s.n[2]) > .9f, fabsf(s.n[2]) <= .9f}; cross(t1, up, s.n); unit(t1); cross(t2, s.n, t1);
                float z = sqrtf(1-ca);
                for (int c = 0; c < 3; c++) dir[c] = r*cosf(w)*t1[c] + r*sinf(w)*t2[c] + z*s.n[c];
                outwards(dir, s.ng);
                bounced(base, dir, in);
            }
            if (paper) { for (int c = 0; c < 3; c++) { pi_[c] += irr[c]; pb_[c] += in[c]; } lit++; continue; }
            if (s.m[METAL] > 0) { for (int c = 0; c < 3; c++) d_[c] += in[c]*s.m[c]; }
            else {
                for (int c = 0; c < 3; c++) i_[c] += in[c];
                ni++;
            }
            counted:
            if (s.m[METAL] <= 0) {
                float rim = 1 - fmaxf(0, DOT(s.n, E)), mx = fmaxf(s.m[0], fmaxf(s.m[1], s.m[2])) + 1e-4f; rim *= rim*rim;
                for (int c = 0; c < 3; c++) {
                    d_[c] += out[c]; j_[c] += weak[c];
                    a_[c] += alb[c] + rim*(.05f*s.m[SHEEN]*s.m[c]/mx + .5f*s.m[PILE]*s.m[c]);
                }
            }
            g_[3] += h.t;
        }
        float f = nc ? 1.0f/nc : 0;
        for (int c = 0; c < 3; c++) {
            D[3*p+c] = d_[c]*f; key[3*p+c] = u_[c]*f; V[3*p+c] = c < 2 ? v_[c]*f : 0;
            A[3*p+c] = a_[c]*f; I[3*p+c] = ni ? i_[c]/ni + j_[c]*f : 0; G[6*p+c] = g_[c]*f;
            PI[3*p+c] = lit ? pi_[c]/lit : 0; PB[3*p+c] = lit ? pb_[c]/lit : 0;
        }
        G[6*p+3] = g_[3]*f; G[6*p+4] = last; G[6*p+5] = ni;
        cov[p] = nc + np ? (float)nc/(nc+np) : 0; pn[p] = lit;
    }
    free(nodes); free(tris); free(nocast_);
}
