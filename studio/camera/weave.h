/* What cloth looks like from close by: yarn, slub, pile, felt, creases and stitches, as a height (m) and a
   factor on the colour, in cloth coordinates (u along the weft, v along the warp, metres). Also wood. */
enum { R_, G_, B_, ROUGH, SPEC, SHEEN, PILE, ANISO, THIN, METAL, KIND, PITCH, RELIEF, SLUB, SLUBLEN, MOTTLE,
       WRINKLE, WLEN, CREASE, TEX, WRAP, PAPER, STITCH, YARN, MICRO, PRINT, INK, NMAT = INK+3 };
enum { NONE, PLAIN, TWILL, SATIN, CREPE, VELVET, FELT, WOOD, COATING };

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
    static const float c[16] = {1,.9239f,.7071f,.3827f,0,-.3827f,-.7071f,-.9239f,
                                -1,-.9239f,-.7071f,-.3827f,0,.3827f,.7071f,.9239f};
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

/* single yarns as one sees them from a hand's breadth (about -1 to 1): no two as thick or as dyed, none quite straight. They
   fade out before they are as fine as a pixel */
static float near(float px) { float f = 1.75f - px/.0006f; return f < 0 ? 0 : f > 1 ? 1 : f; }
static float yarns(int kind, float u, float v) {
    float wu = u + .0005f*ripple(u*70, v*45, 50), wv = v + .0005f*ripple(u*45, v*70, 51);
    if (kind == TWILL) { float d = .7071f*(wu+wv); wv = .7071f*(wv-wu); wu = d; }
    float warp = value(wu/.00062f, wv/.009f, 52) - .5f, weft = value(wu/.009f, wv/.00066f, 53) - .5f;
    float knots = value(wu/.00056f, wv/.00060f, 54) - .5f;
    if (kind == SATIN) return .4f*warp + .5f*weft + .8f*knots;
    if (kind == TWILL) return .8f*warp + .3f*weft + .9f*knots;
    if (kind == CREPE) return .5f*warp + .5f*weft + .6f*knots + .7f*ripple(u/.0014f, v/.0011f, 55);
    return .8f*warp + .8f*weft + .5f*knots;
}
/* the nap of a velvet lies as the last hand stroked it: how far it leans along u and v; from near by, tuft by tuft; from a hand's
   breadth in fine rows of short pile, brushed along, and crushed where something leant on it: there it catches other light */
static float nearest(float px) { float f = 1.9f - px/.00016f; return f < 0 ? 0 : f > 1 ? 1 : f; }
static void nap(float u, float v, float px, float *lean) {
    float wu = u + .012f*ripple(u*24, v*17, 70), wv = v + .015f*ripple(u*21, v*14, 71);
    float a = ripple(wu*26, wv*9, 72), b = ripple(wu*60 + 4, wv*26, 73), k = nearest(px);
    lean[0] = .08f*a + .06f*b; lean[1] = .08f*a/(.12f + fabsf(a)) + .06f*ripple(wu*13, wv*11, 74) + .07f*b;
    if (near(px) > 0) {
        float tuft = (ripple(u/.0011f, v/.0021f, 75) + .8f*ripple(u/.0006f, v/.0011f, 76))*(1 - .75f*k);
        lean[0] += near(px)*.16f*tuft; lean[1] += near(px)*.26f*(tuft + .6f*ripple(u/.0035f, v/.006f, 77)*(1 - .6f*k));
    }
    if (k > 0) {
        float row = ripple(u/.00046f, v/.00075f, 78) + .7f*ripple(u/.00030f, v/.00040f, 79);
        float brush = ripple(wu*420, wv*38, 80), crush = ripple(wu*46 + 3, wv*30, 81);
        float patch = fade(fminf(1, fmaxf(0, (crush - .04f)/.26f)));
        lean[0] += k*(.26f*row + .11f*brush - .22f*patch*(.7f + ripple(wu*19, wv*15, 82)));
        lean[1] += k*(.30f*row + .09f*brush + .16f*patch);
    }
}

/* fibres of a brushed wool (about -1 to 1), `wide` metres each and `slim` times as long: they lie every way, more of them downwards
   than across, and none is straight, so that neither yarn nor weave is to be seen */
static float fibres(float u, float v, float wide, float slim, int s) {
    static const float lay[4][3] = {{.26f,.97f,.8f}, {-.44f,.90f,.8f}, {.80f,.60f,.6f}, {-.87f,.49f,.6f}};
    float bow = 3*wide, k = 1/(4*wide*slim), wu = u + bow*ripple(u*k, v*k, s), wv = v + bow*ripple(u*k + 7, v*k, s+1), f = 0;
    for (int i = 0; i < 4; i++) {
        const float *l = lay[i];
        f += l[2]*ripple((wu*l[1] - wv*l[0])/wide + 5*i, (wu*l[0] + wv*l[1])/(wide*slim), s+2+i);
    }
    return f;
}
/* how much of what is `size` metres wide is left where a pixel is `px` wide */
static float kept(float size, float px) { float f = 1.8f - .9f*px/size; return f < 0 ? 0 : f > 1 ? 1 : f; }

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
        else if (kind == VELVET) h += fine * m[RELIEF] * (value(x, y, 8) + .9f*value(x*.37f, y*.30f, 11));
        else if (kind == FELT) h += fine * m[RELIEF] * (ripple(x*.5f, y*.9f, 9) + ripple(x*.9f+3, y*.5f, 10));
    }
    if (kind == COATING)                                  /* a felted ground, and the nap brushed up from it */
        h += m[RELIEF] * (.8f*kept(p, px)*fibres(u, v, p, 1.6f, 80) + kept(.4f*p, px)*.35f*fibres(u, v, .4f*p, 4, 88));
    if (m[SLUB] > 0 && kind != WOOD) h += m[RELIEF] * m[SLUB] * slubs(m, u, v) * (px < 4*p ? 1 : 4*p/px);
    if (m[YARN] > 0 && near(px) > 0) h += near(px) * m[YARN] * .00045f * yarns(kind, u, v);
    if (m[MICRO] > 0 && px < .00135f) {       /* what a hand or a chair has left: creases of a few millimetres, here and there */
        float f = fminf(1, 1.5f - px/.0009f), wu = u + .004f*ripple(u*40, v*40, 60), wv = v + .004f*ripple(u*40, v*40, 61);
        h += f * m[MICRO] * (.35f + 1.1f*value(u*19, v*16, 62))
             * (ripple(wu*105, wv*62, 63) + .5f*ripple(wu*210 + 3, wv*260, 64));
    }
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
    if (kind == COATING)                                  /* melange: wools of several shades, carded into one another */
        return c + m[MOTTLE] * (.7f*ripple(u*19 + v*7, v*17 - u*6, 100) + 1.0f*kept(.0017f, px)*fibres(u, v, .0017f, 1.6f, 101)
                                + 1.5f*kept(.0006f, px)*fibres(u, v, .0006f, 5, 110));
    if (m[MOTTLE] > 0) c += m[MOTTLE] * (.5f*(value(u*14, v*5, 35)-.5f) + .8f*(value(u/(2.2f*p), v/(2.2f*p), 36)-.5f));
    if (m[YARN] > 0 && near(px) > 0) c *= 1 + near(px) * m[YARN] * yarns(kind, u, v);
    if (kind == VELVET) c *= 1 + .5f*nearest(px);         /* so near, one sees in among its tufts */
    float fine = p > 0 ? 1.7f - .9f * px / p : 0; fine = fine < 0 ? 0 : fine > 1 ? 1 : fine;
    if (fine > 0 && kind == PLAIN) {                      /* the little holes between yarns are dark */
        float fx = u/p - floorf(u/p) - .5f, fy = v/p - floorf(v/p) - .5f;
        c *= 1 - fine * .30f * 16 * fx*fx*fy*fy - fine * .10f * 4 * fmaxf(fx*fx, fy*fy);
    }
    return c < .2f ? .2f : c;
}
