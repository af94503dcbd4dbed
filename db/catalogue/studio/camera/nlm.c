/* Non-local means guided by the noise-free normal and albedo layers: smooths the
   grain of few samples without touching weave, seams or edges. Likeness is judged on
   `guide`, a first rough smoothing, so that grain itself does not count as texture. */
#include <math.h>
#include <stdlib.h>

void nlm(int W, int H, const float *c, const float *guide, const float *n, const float *a, const unsigned char *want, float *out,
         int radius, float sc, float sn, float sa) {
    float kc = 1 / (2 * sc * sc), kn = 1 / (2 * sn * sn), ka = 1 / (2 * sa * sa);
    for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) {
        if (!want[y * W + x]) { for (int k = 0; k < 3; k++) out[3 * (y * W + x) + k] = c[3 * (y * W + x) + k]; continue; }
        const float *n0 = n + 3 * (y * W + x), *a0 = a + 3 * (y * W + x);
        float sum[3] = {0, 0, 0}, ws = 0;
        for (int dy = -radius; dy <= radius; dy++) for (int dx = -radius; dx <= radius; dx++) {
            int X = x + dx, Y = y + dy;
            if (X < 1 || Y < 1 || X >= W - 1 || Y >= H - 1) continue;
            const float *n1 = n + 3 * (Y * W + X), *a1 = a + 3 * (Y * W + X);
            float dn = 0, da = 0;
            for (int k = 0; k < 3; k++) { dn += (n0[k]-n1[k])*(n0[k]-n1[k]); da += (a0[k]-a1[k])*(a0[k]-a1[k]); }
            float e = dn * kn + da * ka;
            if (e > 6) continue;
            float dc = 0; int m = 0;
            for (int py = -1; py <= 1; py++) for (int px = -1; px <= 1; px++) {
                int ax = x + px, ay = y + py;
                if (ax < 0 || ay < 0 || ax >= W || ay >= H) continue;
                const float *p = guide + 3 * (ay * W + ax), *q = guide + 3 * ((Y + py) * W + X + px);
                for (int k = 0; k < 3; k++) dc += (p[k]-q[k])*(p[k]-q[k]);
                m += 3;
            }
            e += dc / m * kc;
            if (e > 10) continue;
            float w = expf(-e); ws += w;
            const float *q = c + 3 * (Y * W + X);
            for (int k = 0; k < 3; k++) sum[k] += w * q[k];
        }
        float *o = out + 3 * (y * W + x);
        if (ws > 0) for (int k = 0; k < 3; k++) o[k] = sum[k] / ws;
        else for (int k = 0; k < 3; k++) o[k] = c[3 * (y * W + x) + k];
    }
}
