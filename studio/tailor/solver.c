/* Position-based cloth (XPBD, small substeps, one Gauss-Seidel sweep each).
   Chosen over a generic solver because every edge may have its own rest length:
   a gather is then simply cloth that is longer than the seam it is sewn to. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct { float ox, oy, oz, cell; int nx, ny, nz; const float *d; } Grid;

static float sample(const Grid *g, float x, float y, float z, float n[3]) {
    float fx = (x - g->ox) / g->cell, fy = (y - g->oy) / g->cell, fz = (z - g->oz) / g->cell;
    int i = (int)fx, j = (int)fy, k = (int)fz;
    if (fx < 0 || fy < 0 || fz < 0 || i >= g->nx - 1 || j >= g->ny - 1 || k >= g->nz - 1) return 1e3f;
    fx -= i; fy -= j; fz -= k;
    const float *p = g->d + ((size_t)i * g->ny + j) * g->nz + k;
    size_t sx = (size_t)g->ny * g->nz, sy = g->nz;
    float a00 = p[0] + (p[1] - p[0]) * fz, a01 = p[sy] + (p[sy + 1] - p[sy]) * fz;
    float a10 = p[sx] + (p[sx + 1] - p[sx]) * fz, a11 = p[sx + sy] + (p[sx + sy + 1] - p[sx + sy]) * fz;
    float b0 = a00 + (a01 - a00) * fy, b1 = a10 + (a11 - a10) * fy;
    n[0] = b1 - b0;
    n[1] = (a01 - a00) + ((a11 - a10) - (a01 - a00)) * fx;
    float c00 = p[1] - p[0], c01 = p[sy + 1] - p[sy], c10 = p[sx + 1] - p[sx], c11 = p[sx + sy + 1] - p[sx + sy];
    float e0 = c00 + (c01 - c00) * fy, e1 = c10 + (c11 - c10) * fy;
    n[2] = e0 + (e1 - e0) * fx;
    float l = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) + 1e-9f;
    n[0] /= l; n[1] /= l; n[2] /= l;
    return b0 + (b1 - b0) * fx;
}

/* pairs of vertices that may touch during the next frame */
static int near_pairs(int n, const float *x, const float *w, float reach, int **pairs, int cap) {
    int size = 1; while (size < 2 * n) size <<= 1;
    int *start = calloc(size + 1, sizeof(int)), *cell = malloc(n * sizeof(int)), *list = malloc(n * sizeof(int));
    float inv = 1.0f / reach; int count = 0;
#define HASH(a, b, c) (((unsigned)((a) * 92837111) ^ (unsigned)((b) * 689287499) ^ (unsigned)((c) * 283923481)) & (size - 1))
    for (int i = 0; i < n; i++) {
        cell[i] = HASH((int)floorf(x[3*i] * inv), (int)floorf(x[3*i+1] * inv), (int)floorf(x[3*i+2] * inv));
        start[cell[i]]++;
    }
    for (int k = 1; k <= size; k++) start[k] += start[k - 1];
    for (int i = 0; i < n; i++) list[--start[cell[i]]] = i;
    for (int i = 0; i < n; i++) {
        int cx = (int)floorf(x[3*i] * inv), cy = (int)floorf(x[3*i+1] * inv), cz = (int)floorf(x[3*i+2] * inv);
        for (int a = -1; a <= 1; a++) for (int b = -1; b <= 1; b++) for (int c = -1; c <= 1; c++) {
            int h = HASH(cx + a, cy + b, cz + c);
            for (int q = start[h]; q < start[h + 1]; q++) {
                int j = list[q];
                if (j <= i || (w[i] == 0 && w[j] == 0)) continue;
                if ((int)floorf(x[3*j] * inv) != cx + a || (int)floorf(x[3*j+1] * inv) != cy + b ||
                    (int)floorf(x[3*j+2] * inv) != cz + c) continue;
                float dx = x[3*i] - x[3*j], dy = x[3*i+1] - x[3*j+1], dz = x[3*i+2] - x[3*j+2];
                if (dx*dx + dy*dy + dz*dz > reach * reach) continue;
                if (count == cap) { cap *= 2; *pairs = realloc(*pairs, cap * 2 * sizeof(int)); }
                (*pairs)[2*count] = i; (*pairs)[2*count+1] = j; count++;
            }
        }
    }
    free(start); free(cell); free(list);
    return count;
}

void drape(int n, float *x, float *vel, const float *w,
           int ne, const int *e, const float *len, const float *ecomp,
           int nb, const int *bi, const float *bw, const float *bcomp, const float *brest,
           const int *anchor, const float *reach_len,
           const float *restpos, float thick,
           const float *gridhdr, const int *griddim, const float *griddata,
           const float *margin, const float *friction, float floor_z,
           int frames, int substeps, float gravity, float damping, int selfcol) {
    Grid g = {gridhdr[0], gridhdr[1], gridhdr[2], gridhdr[3], griddim[0], griddim[1], griddim[2], griddata};
    float dt = 1.0f / 60 / substeps, idt2 = 1.0f / (dt * dt), keep = expf(-damping * dt);
    float *p = malloc(3 * n * sizeof(float));
    int cap = 1 << 20, *pairs = malloc(cap * 2 * sizeof(int)), np = 0;
    float *minsq = malloc(0);
    float vmax = 0.25f * thick / dt;
    for (int f = 0; f < frames; f++) {
        if (selfcol) {
            np = near_pairs(n, x, w, 2.0f * thick, &pairs, cap);
            if (np > cap) cap = np;
            minsq = realloc(minsq, (np + 1) * sizeof(float));
            for (int q = 0; q < np; q++) {          /* never push further than the cloth's own spacing */
                const float *a = restpos + 3 * pairs[2*q], *b = restpos + 3 * pairs[2*q+1];
                float r2 = (a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]);
                float m = thick * thick;
                minsq[q] = r2 < m ? 0.8f * r2 : m;
            }
        }
        for (int s = 0; s < substeps; s++) {
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < 3; k++) p[3*i+k] = x[3*i+k];
                if (w[i] == 0) continue;
                vel[3*i+2] -= gravity * dt;
                float sp = 0;
                for (int k = 0; k < 3; k++) { vel[3*i+k] *= keep; sp += vel[3*i+k] * vel[3*i+k]; }
                sp = sqrtf(sp); float lim = sp > vmax ? vmax / sp : 1;
                for (int k = 0; k < 3; k++) x[3*i+k] += vel[3*i+k] * lim * dt;
            }
            for (int qq = 0; qq < ne; qq++) {
                int q = (s & 1) ? ne - 1 - qq : qq;
                int i = e[2*q], j = e[2*q+1]; float wi = w[i], wj = w[j], ws = wi + wj;
                if (ws == 0) continue;
                float dx = x[3*i]-x[3*j], dy = x[3*i+1]-x[3*j+1], dz = x[3*i+2]-x[3*j+2];
                float l = sqrtf(dx*dx + dy*dy + dz*dz) + 1e-9f;
                float c = (l - len[q]) / (ws + ecomp[q] * idt2) / l;
                x[3*i] -= wi*c*dx; x[3*i+1] -= wi*c*dy; x[3*i+2] -= wi*c*dz;
                x[3*j] += wj*c*dx; x[3*j+1] += wj*c*dy; x[3*j+2] += wj*c*dz;
            }
            for (int qq = 0; qq < nb; qq++) {
                int q = (s & 1) ? nb - 1 - qq : qq;
                const int *id = bi + 4*q; const float *k = bw + 4*q;
                float v[3] = {0, 0, 0}, ws = 0;
                for (int m = 0; m < 4; m++) { const float *y = x + 3*id[m];
                    v[0] += k[m]*y[0]; v[1] += k[m]*y[1]; v[2] += k[m]*y[2]; ws += w[id[m]]*k[m]*k[m]; }
                if (ws == 0) continue;
                float l = sqrtf(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]);
                if (l < 1e-8f) continue;
                float c = (l - brest[q]) / (ws + bcomp[q] * idt2) / l;
                for (int m = 0; m < 4; m++) { float t = w[id[m]] * k[m] * c; float *y = x + 3*id[m];
                    y[0] -= t*v[0]; y[1] -= t*v[1]; y[2] -= t*v[2]; }
            }
            for (int i = 0; i < n; i++) {           /* tethers keep long hems from stretching */
                int a = anchor[i]; if (a < 0 || w[i] == 0) continue;
                float dx = x[3*i]-x[3*a], dy = x[3*i+1]-x[3*a+1], dz = x[3*i+2]-x[3*a+2];
                float l = sqrtf(dx*dx + dy*dy + dz*dz);
                if (l > reach_len[i]) { float c = reach_len[i] / l;
                    x[3*i] = x[3*a] + dx*c; x[3*i+1] = x[3*a+1] + dy*c; x[3*i+2] = x[3*a+2] + dz*c; }
            }
            if (selfcol) for (int q = 0; q < np; q++) {
                int i = pairs[2*q], j = pairs[2*q+1];
                float dx = x[3*i]-x[3*j], dy = x[3*i+1]-x[3*j+1], dz = x[3*i+2]-x[3*j+2];
                float l2 = dx*dx + dy*dy + dz*dz;
                if (l2 >= minsq[q] || l2 < 1e-14f) continue;
                float l = sqrtf(l2), ws = w[i] + w[j];
                float c = (sqrtf(minsq[q]) - l) / l / ws;
                float d[3] = {dx, dy, dz};
                for (int k = 0; k < 3; k++) {
                    x[3*i+k] += w[i]*c*d[k]; x[3*j+k] -= w[j]*c*d[k];
                    float vi = x[3*i+k]-p[3*i+k], vj = x[3*j+k]-p[3*j+k], av = 0.5f*(vi+vj);
                    if (w[i] > 0) x[3*i+k] += 0.15f * (av - vi);
                    if (w[j] > 0) x[3*j+k] += 0.15f * (av - vj);
                }
            }
            for (int i = 0; i < n; i++) {
                if (w[i] == 0) continue;
                float nn[3], d = sample(&g, x[3*i], x[3*i+1], x[3*i+2], nn);
                if (d < margin[i]) {
                    float push = margin[i] - d, t[3], tn = 0;
                    for (int k = 0; k < 3; k++) { x[3*i+k] += push * nn[k]; t[k] = x[3*i+k] - p[3*i+k]; tn += t[k]*nn[k]; }
                    float tl = 0;
                    for (int k = 0; k < 3; k++) { t[k] -= tn * nn[k]; tl += t[k]*t[k]; }
                    tl = sqrtf(tl) + 1e-12f;
                    float hold = friction[i] * push / tl; if (hold > 1) hold = 1;
                    for (int k = 0; k < 3; k++) x[3*i+k] -= hold * t[k];
                }
                if (x[3*i+2] < floor_z) { x[3*i+2] = floor_z; x[3*i] = p[3*i]; x[3*i+1] = p[3*i+1]; }
            }
            for (int i = 0; i < n; i++)
                for (int k = 0; k < 3; k++) vel[3*i+k] = w[i] == 0 ? 0 : (x[3*i+k] - p[3*i+k]) / dt;
        }
    }
    free(p); free(pairs); free(minsq);
}
