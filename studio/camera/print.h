/* A block print in cloth coordinates (metres): sprigs with one blossom, strewn on a half-drop repeat, no two set alike. */
#define REPEAT .036f

static float clamp01(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

/* how far, in metres, (a along, b across) lies outside a leaf of this length and half width that begins at the origin */
static float leaf(float a, float b, float length, float half) {
    float t = 2*a/length - 1, w = 1 - t*t;
    if (w < 0) return fmaxf(fabsf(t) - 1, 0)*length*.5f + fabsf(b);
    return fabsf(b) - half*w*(1 - .25f*t);
}

/* the same of a blossom of five petals around the origin, its eye left open */
static float blossom(float x, float y, float radius, float turn) {
    float r = sqrtf(x*x + y*y), petal = fabsf(cosf(2.5f*(atan2f(y, x) + turn)));
    return fmaxf(r - radius*(.50f + .50f*sqrtf(petal)), radius*.24f - r);
}

/* the same of one whole sprig: a bent stem from the origin upwards, two pairs of leaves, a blossom */
static float sprig(float x, float y, int some) {
    float bend = .10f*sinf(y*260 + some), c = x - bend*.004f, d = fabsf(c) - .00034f;
    if (y < -.0075f || y > .0035f) d = 1;
    static const float at[4][3] = {{-.0055f, .75f, .0050f}, {-.0045f, -.85f, .0046f}, {-.0010f, .80f, .0044f}, {.0002f, -.70f, .0042f}};
    for (int k = 0; k < 4 - (some & 1); k++) {
        float s = sinf(at[k][1]), q = cosf(at[k][1]), b = y - at[k][0];
        d = fminf(d, leaf(c*s + b*q, c*q - b*s, at[k][2], .00095f));
    }
    return fminf(d, blossom(c, y - .0062f, .0033f, some));
}

/* how much ink there is at (u, v): 0 none, 1 all that the block gave; px: size of a pixel on the cloth */
static float inked(float u, float v, float px) {
    u += .0004f*ripple(u*160, v*160, 82); v += .0004f*ripple(u*160 + 7, v*160, 83);      /* cloth gives while it is printed */
    float soft = fmaxf(px, .00022f), best = 0;
    int column = (int)floorf(u/REPEAT);
    for (int i = column-1; i <= column+1; i++) {
        float w = v/REPEAT - .5f*(i & 1); int row = (int)floorf(w);
        for (int j = row-1; j <= row+1; j++) for (int small = 0; small < 2; small++) {
            int s = 84 + 8*small;
            float x = u - (i + .5f + .5f*small + .13f*(hash2(i, j, s)-.5f))*REPEAT;
            float y = v - (j + .5f*(i & 1) + .5f + .25f*small + .13f*(hash2(i, j, s+1)-.5f))*REPEAT;
            if (x*x + y*y > .014f*.014f) continue;
            float turn = 6.2831853f*hash2(i, j, s+2), size = 1.06f + .18f*hash2(i, j, s+3), a = cosf(turn)/size, b = sinf(turn)/size;
            float X = a*x + b*y, Y = a*y - b*x;
            float d = small ? blossom(X, Y, .0017f, 1) : sprig(X, Y, (int)(16*hash2(i, j, s+4)));
            best = fmaxf(best, clamp01(.5f - d*size/soft)*(.86f + .14f*hash2(i, j, s+5)));
        }
    }
    return best;
}

/* the colour of cloth m at (u, v) as it left the printing table */
static void printed(const float *m, float u, float v, float px, float colour[3]) {
    float ink = inked(u, v, px);
    if (ink > 0) ink *= .80f + .20f*value(u*420, v*420, 90) - .22f*near(px)*value(u/.0006f, v/.0007f, 91);   /* it misses a hollow here and there */
    for (int k = 0; k < 3; k++) colour[k] = m[k] + (m[INK+k] - m[k])*clamp01(ink);
}
