/* Vectors of three, and chance: rnd() is 0..1, the same in every run. */
#include <math.h>

#define DOT(a, b) ((a)[0]*(b)[0] + (a)[1]*(b)[1] + (a)[2]*(b)[2])
static inline void unit(float *a) { float l = 1/(sqrtf(DOT(a,a)) + 1e-20f); a[0] *= l; a[1] *= l; a[2] *= l; }
static inline void cross(float *o, const float *a, const float *b) {
    o[0] = a[1]*b[2]-a[2]*b[1]; o[1] = a[2]*b[0]-a[0]*b[2]; o[2] = a[0]*b[1]-a[1]*b[0];
}
static unsigned seed_;
static inline float rnd(void) {
    seed_ ^= seed_ << 13; seed_ ^= seed_ >> 17; seed_ ^= seed_ << 5;
    return (seed_ & 0xffffff) / 16777216.0f;
}
static inline float frac(float x) { return x - floorf(x); }
