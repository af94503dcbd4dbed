/* even out the bounced light only, within one cloth and one direction of the surface: texture and shadows stay */
void smooth(int W, int H, const float *I, const float *G, const float *cov, int R, int step, int fill, float *out) {
    for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) {
        size_t p = (size_t)y*W+x; if (cov[p] <= 0) continue;
        float s[3] = {0}, ws = 0; const float *g = G + 6*p;
        for (int j = -R; j <= R; j++) for (int i = -R; i <= R; i++) {
            int X = x+i*step, Y = y+j*step; if (X < 0 || Y < 0 || X >= W || Y >= H) continue;
            size_t q = (size_t)Y*W+X;
            const float *h = G + 6*q; if (h[4] != g[4] || (h[5] <= 0 && step == 1 && fill)) continue;
            float dn = 0; for (int c = 0; c < 3; c++) dn += (g[c]-h[c])*(g[c]-h[c]);
            float dz = (g[3]-h[3])/(.004f*g[3]*step);
            float e = dn*12 + dz*dz + (i*i+j*j)*2.0f/(R*R); if (e > 6) continue;
            float w = expf(-e)*(step == 1 && fill ? h[5] : 1); ws += w;
            for (int c = 0; c < 3; c++) s[c] += w*I[3*q+c];
        }
        for (int c = 0; c < 3; c++) out[3*p+c] = s[c]/(ws + 1e-12f);
    }
}
