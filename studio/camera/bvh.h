/* Bounding-volume hierarchy over triangles: nearest hit and any hit. Lengths in metres. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct { float lo[3], hi[3]; int first, count; } Node;   /* count 0: children at first, first+1 */
typedef struct { float v[3], a[3], b[3]; int id; } Tri;

static Node *nodes; static Tri *tris; static int n_nodes;

static void grow(Node *n, const float *p) {
    for (int k = 0; k < 3; k++) { if (p[k] < n->lo[k]) n->lo[k] = p[k]; if (p[k] > n->hi[k]) n->hi[k] = p[k]; }
}
static void empty(Node *n) { for (int k = 0; k < 3; k++) { n->lo[k] = 1e30f; n->hi[k] = -1e30f; } }
static float half_area(const Node *n) {
    float x = n->hi[0]-n->lo[0], y = n->hi[1]-n->lo[1], z = n->hi[2]-n->lo[2];
    return x < 0 ? 0 : x*y + y*z + z*x;
}

static void split(int at, int *order, const Node *box, const float *mid) {
    Node *n = nodes + at;
    int first = n->first, count = n->count;
    empty(n);
    float lo[3] = {1e30f,1e30f,1e30f}, hi[3] = {-1e30f,-1e30f,-1e30f};
    for (int i = first; i < first + count; i++) {
        int t = order[i];
        grow(n, box[t].lo); grow(n, box[t].hi);
        for (int k = 0; k < 3; k++) { float c = mid[3*t+k]; if (c < lo[k]) lo[k] = c; if (c > hi[k]) hi[k] = c; }
    }
    if (count <= 3) return;
    enum { BINS = 16 };
    float best = 1e30f; int axis = -1, cut = 0;
    for (int k = 0; k < 3; k++) {
        if (hi[k] - lo[k] < 1e-7f) continue;
        Node bin[BINS]; int many[BINS] = {0};
        for (int b = 0; b < BINS; b++) empty(bin + b);
        float s = BINS * .9999f / (hi[k] - lo[k]);
        for (int i = first; i < first + count; i++) {
            int t = order[i], b = (int)((mid[3*t+k] - lo[k]) * s);
            many[b]++; grow(bin + b, box[t].lo); grow(bin + b, box[t].hi);
        }
        float right[BINS]; int rc[BINS]; Node acc; empty(&acc); int c = 0;
        for (int b = BINS - 1; b > 0; b--) {
            if (many[b]) { grow(&acc, bin[b].lo); grow(&acc, bin[b].hi); }
            c += many[b]; right[b] = half_area(&acc); rc[b] = c;
        }
        empty(&acc); c = 0;
        for (int b = 0; b < BINS - 1; b++) {
            if (many[b]) { grow(&acc, bin[b].lo); grow(&acc, bin[b].hi); }
            c += many[b];
            float cost = c * half_area(&acc) + rc[b+1] * right[b+1];
            if (c && rc[b+1] && cost < best) { best = cost; axis = k; cut = b + 1; }
        }
    }
    if (axis < 0) return;
    float s = BINS * .9999f / (hi[axis] - lo[axis]);
    int i = first, j = first + count - 1;
    while (i <= j) {
        if ((int)((mid[3*order[i]+axis] - lo[axis]) * s) < cut) i++;
        else { int t = order[i]; order[i] = order[j]; order[j--] = t; }
    }
    int left = n_nodes; n_nodes += 2;
    nodes[left].first = first; nodes[left].count = i - first;
    nodes[left+1].first = i; nodes[left+1].count = first + count - i;
    n->first = left; n->count = 0;
    split(left, order, box, mid); split(left + 1, order, box, mid);
}

static void build(int n, const int *T, const float *X) {
    Node *box = malloc(n * sizeof(Node)); float *mid = malloc(3 * n * sizeof(float)); int *order = malloc(n * sizeof(int));
    nodes = malloc(2 * n * sizeof(Node)); tris = malloc(n * sizeof(Tri));
    for (int i = 0; i < n; i++) {
        empty(box + i); order[i] = i;
        for (int k = 0; k < 3; k++) grow(box + i, X + 3*T[3*i+k]);
        for (int k = 0; k < 3; k++) mid[3*i+k] = .5f * (box[i].lo[k] + box[i].hi[k]);
    }
    n_nodes = 1; nodes[0].first = 0; nodes[0].count = n;
    split(0, order, box, mid);
    for (int i = 0; i < n; i++) {
        const float *p = X + 3*T[3*order[i]], *q = X + 3*T[3*order[i]+1], *r = X + 3*T[3*order[i]+2];
        for (int k = 0; k < 3; k++) { tris[i].v[k] = p[k]; tris[i].a[k] = q[k]-p[k]; tris[i].b[k] = r[k]-p[k]; }
        tris[i].id = order[i];
    }
    free(box); free(mid); free(order);
}

typedef struct { float t, u, v; int id; } Hit;

/* any = 1: stop at the first thing in the way. Flags of a triangle's material decide whether it casts (skip[]). */
static int trace(const float *o, const float *d, float tmax, int any, const unsigned char *skip, Hit *h) {
    float inv[3];
    for (int k = 0; k < 3; k++) inv[k] = 1/(fabsf(d[k]) > 1e-9f ? d[k] : 1e-9f);
    int stack[64], sp = 0; stack[sp++] = 0;
    h->t = tmax; h->id = -1;
    while (sp) {
        const Node *n = nodes + stack[--sp];
        if (n->count) {
            for (int i = n->first; i < n->first + n->count; i++) {
                const Tri *t = tris + i;
                float px = d[1]*t->b[2]-d[2]*t->b[1], py = d[2]*t->b[0]-d[0]*t->b[2], pz = d[0]*t->b[1]-d[1]*t->b[0];
                float det = t->a[0]*px + t->a[1]*py + t->a[2]*pz;
                if (fabsf(det) < 1e-16f) continue;
                float id = 1/det, sx = o[0]-t->v[0], sy = o[1]-t->v[1], sz = o[2]-t->v[2];
                float u = (sx*px + sy*py + sz*pz) * id;
                if (u < -1e-5f || u > 1.00001f) continue;
                float qx = sy*t->a[2]-sz*t->a[1], qy = sz*t->a[0]-sx*t->a[2], qz = sx*t->a[1]-sy*t->a[0];
                float v = (d[0]*qx + d[1]*qy + d[2]*qz) * id;
                if (v < -1e-5f || u + v > 1.00001f) continue;
                float w = (t->b[0]*qx + t->b[1]*qy + t->b[2]*qz) * id;
                if (w > 1e-5f && w < h->t && !(skip && skip[t->id])) {
                    h->t = w; h->u = u; h->v = v; h->id = t->id;
                    if (any) return 1;
                }
            }
            continue;
        }
        float near[2]; const Node *c = nodes + n->first;
        for (int k = 0; k < 2; k++) {
            float x0 = (c[k].lo[0]-o[0])*inv[0], x1 = (c[k].hi[0]-o[0])*inv[0];
            float y0 = (c[k].lo[1]-o[1])*inv[1], y1 = (c[k].hi[1]-o[1])*inv[1];
            float z0 = (c[k].lo[2]-o[2])*inv[2], z1 = (c[k].hi[2]-o[2])*inv[2];
            float a = fmaxf(fmaxf(fminf(x0,x1), fminf(y0,y1)), fmaxf(fminf(z0,z1), 0));
            float b = fminf(fminf(fmaxf(x0,x1), fmaxf(y0,y1)), fminf(fmaxf(z0,z1), h->t));
            near[k] = a <= b ? a : 1e30f;
        }
        int swap = near[1] < near[0];
        if (near[!swap] < 1e29f) stack[sp++] = n->first + !swap;
        if (near[swap] < 1e29f) stack[sp++] = n->first + swap;
    }
    return h->id >= 0;
}
