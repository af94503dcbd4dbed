/* What cloth looks like from close by: yarn, slub, pile, felt, creases and stitches, as a height (m) and a
   factor on the colour, in cloth coordinates (u along the weft, v along the warp, metres). Also wood. */
enum { R_, G_, B_, ROUGH, SPEC, SHEEN, PILE, ANISO, THIN, METAL, KIND, PITCH, RELIEF, SLUB, SLUBLEN, MOTTLE,
       WRINKLE, WLEN, CREASE, TEX, WRAP, PAPER, STITCH, FUZZ, TSU, TSV, NMAT };
enum { NONE, PLAIN, TWILL, SATIN, CREPE, VELVET, FELT, WOOD, CARD };

static inline float hash2(int x, int y, int s) {
    unsigned h = x*374761393u + y*668265263u + s*2246822519u;
    h = (h ^ (h >> 13)) * 1274126177u; h ^= h >> 16;
    return (h & 0xffffff) / 16777216.0f;
}
static inline float fade(float t) { return t*t*t*(t*(t*6-15)+10); }
static float value(float x, float y, int s) {              /* 0..1 */
    int X = (int)floorf(x), Y = (int)floorf(y); float a = fade(x-X), b = fade(y-Y);
    float p = hash2(X,Y,s), q = hash2(X+1,Y,s), r = hash2(X,Y+1,s), t = hash2(X+1,Y+1,s);
    return p + (q-p)*a + (r-p)*b + (p-q-r+t)*a*b;
}
static inline float slope(int X, int Y, int s, float dx, float dy) {
    static const float c[16] = {1,.9239f,.7071f,.3827f,0,-.3827f,-.7071f,-.9239f,-1,-.9239f,-.7071f,-.3827f,0,.3827f,.7071f,.9239f};
    int a = (int)(16 * hash2(X, Y, s)) & 15; return c[a]*dx + c[(a+12) & 15]*dy;
}
static float ripple(float x, float y, int s) {             /* gradient noise, about -.7...7 */
    int X = (int)floorf(x), Y = (int)floorf(y); float fx = x-X, fy = y-Y, a = fade(fx), b = fade(fy);
    float p = slope(X,Y,s,fx,fy), q = slope(X+1,Y,s,fx-1,fy), r = slope(X,Y+1,s,fx,fy-1), t = slope(X+1,Y+1,s,fx-1,fy-1);
    return p + (q-p)*a + (r-p)*b + (p-q-r+t)*a*b;
}

/* thick and thin places along single yarns (-1..1) */
static float slubs(const float *m, float u, float v) {
    float p = m[PITCH], l = m[SLUBLEN];
    float warp = value(u/p, v/l, 1) - .5f, weft = value(u/l, v/p, 2) - .5f;
    float thick = value(u/(3.2f*p), v/(2.2f*l), 3), thick2 = value(u/(1.6f*l), v/(3.2f*p), 4);
    thick = thick*thick*thick*thick; thick2 = thick2*thick2*thick2*thick2;
    return .8f*warp + .8f*weft + 1.1f*(thick + thick2) - .44f;
}

/* height in metres; px is the size of a pixel on the cloth: what is finer than it would only flicker */
static float height(const float *m, float u, float v, float px) {
    float h = 0, p = m[PITCH];
    float fine = p > 0 ? 1.7f - .9f * px / p : 0;
    fine = fine < 0 ? 0 : fine > 1 ? 1 : fine;
    int kind = (int)m[KIND];
    if (fine > 0 && kind) {
        float x = u/p, y = v/p;
        if (kind == PLAIN) {
            int over = ((int)floorf(x) + (int)floorf(y)) & 1;
            float fx = x-floorf(x)-.5f, fy = y-floorf(y)-.5f;
            float a = (1-4*fx*fx) * (over ? 1-2*fy*fy : .35f), b = (1-4*fy*fy) * (over ? .35f : 1-2*fx*fx);
            h += fine * m[RELIEF] * fmaxf(a, b);
        } else if (kind == TWILL) h += fine * m[RELIEF] * .5f * cosf(6.2831853f * (x + y) * .5f);
        else if (kind == SATIN) h += fine * m[RELIEF] * value(x, y * .12f, 5);
        else if (kind == CREPE) h += fine * m[RELIEF] * (ripple(x*.55f, y*.55f, 6) + .6f*ripple(x*1.1f, y*.8f, 7));
        else if (kind == VELVET) h += fine * m[RELIEF] * value(x, y, 8);
        else if (kind == FELT) h += fine * m[RELIEF] * (ripple(x*.5f, y*.9f, 9) + ripple(x*.9f+3, y*.5f, 10));
    }
    if (m[SLUB] > 0 && kind != WOOD) h += m[RELIEF] * m[SLUB] * slubs(m, u, v) * (px < 4*p ? 1 : 4*p/px);
    if (m[WRINKLE] > 0) {
        float l = m[WLEN], wu = u + .35f*l*ripple(u/l*.6f, v/l*.6f, 20), wv = v + .35f*l*ripple(u/l*.6f+9, v/l*.6f, 21);
        h += m[WRINKLE] * (ripple(wu/l, wv/l*.72f, 22) + .42f*ripple(wu/l*2.3f, wv/l*1.7f, 23));
        if (m[CREASE] > 0) {
            float a = fabsf(ripple(wu/l*.8f+3, wv/l*.95f, 24)), b = fabsf(ripple(wu/l*1.7f, wv/l*1.9f+5, 25));
            float where = value(u/l*.35f, v/l*.35f, 26);
            h -= m[CREASE] * where * (expf(-a*14) + .5f*expf(-b*14));
        }
    }
    return h;
}

/* factor on the colour */
static float tone(const float *m, float u, float v, float px) {
    float p = m[PITCH]; int kind = (int)m[KIND];
    if (kind == WOOD) {                                   /* u across, v along the grain */
        float w = u*34 + 2.2f*ripple(u*9, v*1.1f, 31), ring = w - floorf(w);
        float pore = value(u*2600, v*55, 32);
        return (1 - m[MOTTLE]*.55f*ring*ring*(.6f+.4f*value(w, v*2, 33))) * (1 - m[MOTTLE]*.55f*(pore > .72f ? (pore-.72f)*3 : 0))
               * (1 + m[MOTTLE]*.4f*(value(u*90, v*2.5f, 34)-.5f));
    }
    float c = 1;
    if (m[SLUB] > 0) c += m[SLUB] * .55f * slubs(m, u, v) * (px < 3*p ? 1 : 3*p/px);
    if (m[MOTTLE] > 0) c += m[MOTTLE] * (.5f*(value(u*14, v*5, 35)-.5f) + .8f*(value(u/(2.2f*p), v/(2.2f*p), 36)-.5f));
    float fine = p > 0 ? 1.7f - .9f * px / p : 0; fine = fine < 0 ? 0 : fine > 1 ? 1 : fine;
    if (fine > 0 && kind == PLAIN) {                      /* the little holes between yarns are dark */
        float fx = u/p - floorf(u/p) - .5f, fy = v/p - floorf(v/p) - .5f;
        c *= 1 - fine * .30f * 16 * fx*fx*fy*fy - fine * .10f * 4 * fmaxf(fx*fx, fy*fy);
    }
    return c < .2f ? .2f : c;
}
