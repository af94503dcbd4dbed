"""The light on the paper: traced coarsely and evened out, but sharp where a hem meets the floor."""
import numpy as np
from scipy.ndimage import gaussian_filter


def _even(light, weight, wide):
    """`light` (height, width, 3) where `weight` says that it was traced, averaged over `wide` pixels."""
    total = gaussian_filter(weight, wide) + 1e-6
    return np.stack([gaussian_filter(light[..., k] * weight, wide) / total for k in range(3)], -1)


def lit(key, bounce, rays, cover, width, height, lift=.24):
    """What the paper sends back, before its own colour, (height, width, 3): `key` and `bounce` (pixels, 3) where `rays` (pixels) is
    not 0. Of most paper one pixel in sixteen is traced, at the foot of a garment every one (`at_foot` in trace.c): what is fine
    is taken from there. `lift`: how much of a shadow a retoucher takes away where the room can look in; under a hem it cannot."""
    shape = height, width
    key, bounce = key.reshape(*shape, 3), bounce.reshape(*shape, 3)
    w, bare = ((v.reshape(shape) > 0).astype(np.float32) for v in (rays, 1 - cover))
    key, bounce = (coarse + close * (fine - coarse) for close in [_foot(w, bare, height)] for coarse, fine in (
        (_even(key, w, height / 200), _even(key, w, height / 530)), (_even(bounce, w, height / 55), _even(bounce, w, height / 320))))
    back = key + bounce
    open_ = bounce / np.percentile(bounce, 80, axis=(0, 1))
    return back + lift * np.clip(open_, 0, 1) * np.maximum(np.percentile(back, 80, axis=(0, 1)) - back, 0)


def _foot(traced, bare, height):
    """1 where all paper was traced, 0 where one pixel in sixteen was, and softly between; (height, width, 1)."""
    share = gaussian_filter(traced, height / 130) / (gaussian_filter(bare, height / 130) + 1e-6)
    return np.clip((share - .25) / .6, 0, 1)[..., None]
