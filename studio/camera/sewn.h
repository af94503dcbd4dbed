/* What is sewn into cloth, as a height (m): seams, hems and rows of stitches. */
/* where a ray meets a surface: the point, its bent and its true normal, weft and warp, cloth coordinates; metres from seam, hem
   and top-stitched edge, and how each of these grows along weft and warp; the material */
typedef struct {
    float P[3], n[3], ng[3], T[3], B[3], u, v, seam, hem, top, gs[2], gh[2], gt[2];
    const float *m;
} Surf;

static float bell(float x) { return x > -1 && x < 1 ? (1-x*x)*(1-x*x) : 0; }
#define TOPSTITCH .0042f                                     /* metres from the sewn edge */
/* one stitch and the gap after it are 2.9 mm long; they run square to the way `top` grows */
static float stitched(const Surf *s, float top, float u, float v) {
    float g = sqrtf(s->gt[0]*s->gt[0] + s->gt[1]*s->gt[1]) + 1e-6f;
    float along = frac((u*s->gt[1] - v*s->gt[0])/(g*.0029f)) - .5f;
    return bell((top-TOPSTITCH)/.0006f) * bell(along/.46f);
}
static float sewn(const Surf *s, float du, float dv) {       /* seams draw the cloth in, and it puckers a little beside them */
    float a = s->seam + s->gs[0]*du + s->gs[1]*dv, h = s->hem + s->gh[0]*du + s->gh[1]*dv;
    float u = s->u+du, v = s->v+dv, o = 0;
    if (fabsf(a) < .04f) {                                  /* in a sleeve (a < 0) what is turned in lies beneath, and lifts it */
        float b = fabsf(a);
        o -= .00032f*bell(a/.0013f) - .0006f*ripple(u*75, v*75, 40)*expf(-b*110);
        if (a < 0) o += .0005f*(1 - bell(fminf(b/.0014f, 1)))*expf(-b*150);
    }
    if (h < .06f) o -= .0004f*bell((h-.022f)/.0016f)*(.6f+.4f*cosf(u*2000)) + (h < .022f ? -.0003f : 0)
                     - .0008f*ripple(u*55, v*55, 41)*bell((h-.018f)/.03f);
    float t = s->top + s->gt[0]*du + s->gt[1]*dv;
    if (t < .012f) {                                         /* stitches lie in a groove of their own */
        float e = stitched(s, t, u, v);
        o += .0005f*e - .0005f*bell((t-TOPSTITCH)/.0022f) - .0005f*ripple(u*95, v*95, 42)*bell((t-TOPSTITCH)/.007f);
    }
    return o;
}
