/* The quick camera: a rasteriser with many shadow maps, no path tracing and so no grain.
   Each soft light is a few dozen points; each point throws its own shadow map. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct { float x, y, z; } V;

static void tri(const float *a, const float *b, const float *c, int W, int H, float *z, int *id, float *bu, float *bv, int t) {
    float A = (b[0]-a[0])*(c[1]-a[1]) - (c[0]-a[0])*(b[1]-a[1]);
    if (fabsf(A) < 1e-9f) return;
    float inv = 1 / A;
    int x0 = (int)floorf(fminf(a[0], fminf(b[0], c[0]))), x1 = (int)ceilf(fmaxf(a[0], fmaxf(b[0], c[0])));
    int y0 = (int)floorf(fminf(a[1], fminf(b[1], c[1]))), y1 = (int)ceilf(fmaxf(a[1], fmaxf(b[1], c[1])));
    if (x0 < 0) x0 = 0; if (y0 < 0) y0 = 0; if (x1 > W - 1) x1 = W - 1; if (y1 > H - 1) y1 = H - 1;
    for (int y = y0; y <= y1; y++) for (int x = x0; x <= x1; x++) {
        float px = x + .5f, py = y + .5f;
        float u = ((px-a[0])*(c[1]-a[1]) - (c[0]-a[0])*(py-a[1])) * inv;
        float v = ((b[0]-a[0])*(py-a[1]) - (px-a[0])*(b[1]-a[1])) * inv;
        if (u < -1e-4f || v < -1e-4f || u + v > 1.0001f) continue;
        float zz = a[2] + u*(b[2]-a[2]) + v*(c[2]-a[2]);
        size_t q = (size_t)y * W + x;
        if (zz < z[q]) { z[q] = zz; if (id) { id[q] = t; bu[q] = u; bv[q] = v; } }
    }
}

/* screen: projected x, y and inverse-depth-like z per vertex (smaller is nearer) */
void visible(int nt, const int *f, const float *screen, int W, int H, float *z, int *id, float *bu, float *bv) {
    for (int t = 0; t < nt; t++)
        tri(screen + 3*f[3*t], screen + 3*f[3*t+1], screen + 3*f[3*t+2], W, H, z, id, bu, bv, t);
}

/* light k: a point (w = 1) or a direction (w = 0). basis: right, up, forward. Adds its light to `diff`
   (irradiance / pi), `gloss` (specular) and `fuzz` (sheen), rgb each. */
void shine(int n, const float *pos, const float *nrm, const float *eye, const float *rough, const float *cloth,
           const int *pixel, int nv, const float *vert, int nt, const int *f,
           const float *light, const float *basis, int point, const float *colour, const float *face, float centre_dist,
           float radius, int M, int shadow, float *diff, float *gloss, float *fuzz) {
    float *z = malloc(sizeof(float) * M * M), *s = malloc(sizeof(float) * 3 * nv);
    for (int i = 0; i < M * M; i++) z[i] = 1e9f;
    float k = point ? .5f * M * centre_dist / radius / 1.03f : .5f * M / radius / 1.03f;
    const float *R = basis, *U = basis + 3, *F = basis + 6;
    if (shadow) {
        for (int i = 0; i < nv; i++) {
            float d[3] = {vert[3*i]-light[0], vert[3*i+1]-light[1], vert[3*i+2]-light[2]};
            float x = d[0]*R[0]+d[1]*R[1]+d[2]*R[2], y = d[0]*U[0]+d[1]*U[1]+d[2]*U[2], w = d[0]*F[0]+d[1]*F[1]+d[2]*F[2];
            float p = point ? k / w : k;
            s[3*i] = x*p + M*.5f; s[3*i+1] = y*p + M*.5f; s[3*i+2] = w;
        }
        for (int t = 0; t < nt; t++) tri(s + 3*f[3*t], s + 3*f[3*t+1], s + 3*f[3*t+2], M, M, z, 0, 0, 0, t);
    }
    for (int i = 0; i < n; i++) {
        const float *P = pos + 3*i, *N = nrm + 3*i, *E = eye + 3*i;
        float l[3], d2 = 1, strength = 1;
        if (point) {
            for (int c = 0; c < 3; c++) l[c] = light[c] - P[c];
            d2 = l[0]*l[0]+l[1]*l[1]+l[2]*l[2];
            float d = 1 / sqrtf(d2); for (int c = 0; c < 3; c++) l[c] *= d;
            float cl = -(l[0]*face[0]+l[1]*face[1]+l[2]*face[2]);
            if (cl <= 0) continue;
            strength = cl / d2;
        } else for (int c = 0; c < 3; c++) l[c] = -F[c];
        float nl = N[0]*l[0]+N[1]*l[1]+N[2]*l[2];
        if (nl <= 0) continue;
        float vis = 1;
        if (shadow) {
            float off = cloth[i] > 0 ? .0016f + .0045f * (1 - nl) : .001f;
            float q[3]; for (int c = 0; c < 3; c++) q[c] = P[c] + N[c]*off - light[c];
            float x = q[0]*R[0]+q[1]*R[1]+q[2]*R[2], y = q[0]*U[0]+q[1]*U[1]+q[2]*U[2], w = q[0]*F[0]+q[1]*F[1]+q[2]*F[2];
            float p = point ? k / w : k; x = x*p + M*.5f - .5f; y = y*p + M*.5f - .5f;
            int X = (int)floorf(x), Y = (int)floorf(y);
            if (X >= 0 && Y >= 0 && X < M - 1 && Y < M - 1) {
                float fx = x - X, fy = y - Y, lim = w - .0022f; const float *t = z + (size_t)Y*M + X;
                vis = (1-fy)*((1-fx)*(t[0] > lim) + fx*(t[1] > lim)) + fy*((1-fx)*(t[M] > lim) + fx*(t[M+1] > lim));
                if (vis == 0) continue;
            }
        }
        float e = strength * nl * vis;
        for (int c = 0; c < 3; c++) diff[3*i+c] += e * colour[c];
        if (cloth[i] > 0) {
            float h[3] = {l[0]+E[0], l[1]+E[1], l[2]+E[2]}, hl = 1 / sqrtf(h[0]*h[0]+h[1]*h[1]+h[2]*h[2] + 1e-9f);
            float nh = (N[0]*h[0]+N[1]*h[1]+N[2]*h[2])*hl, lh = (l[0]*h[0]+l[1]*h[1]+l[2]*h[2])*hl;
            float nv_ = N[0]*E[0]+N[1]*E[1]+N[2]*E[2]; if (nv_ < .05f) nv_ = .05f;
            float a2 = rough[i]*rough[i]; a2 *= a2;
            float dd = nh*nh*(a2-1)+1, D = a2 / (dd*dd);
            float kk = rough[i]*rough[i]*.5f, G = 1 / ((nl*(1-kk)+kk) * (nv_*(1-kk)+kk));
            float fr = 1 - lh; fr = fr*fr*fr*fr*fr;
            float sp = D*G*.25f*e;                      /* times F0, still missing the 1/pi shared with diff */
            for (int c = 0; c < 3; c++) { gloss[3*i+c] += sp * colour[c]; fuzz[3*i+c] += fr * e * colour[c]; }
        }
    }
    free(z); free(s);
}

static float hash(int x, int y, int s) { unsigned h = x*374761393u + y*668265263u + s*2246822519u; h = (h^(h>>13))*1274126177u; return ((h^(h>>16)) & 0xffff) / 65535.0f; }
void noise(int n, const float *uv, float su, float sv, int seed, float *out) {
    for (int i = 0; i < n; i++) {
        float x = uv[2*i]*su, y = uv[2*i+1]*sv; int X = (int)floorf(x), Y = (int)floorf(y);
        float fx = x-X, fy = y-Y; fx = fx*fx*(3-2*fx); fy = fy*fy*(3-2*fy);
        out[i] = (hash(X,Y,seed)*(1-fx)+hash(X+1,Y,seed)*fx)*(1-fy) + (hash(X,Y+1,seed)*(1-fx)+hash(X+1,Y+1,seed)*fx)*fy;
    }
}
