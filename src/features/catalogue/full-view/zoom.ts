/** A picture in its frame: its scale, and the offset of its centre from the frame's, in pixels. */
export type Zoom = { scale: number; x: number; y: number }
export type Size = { width: number; height: number }
export type Point = { x: number; y: number }

export const whole: Zoom = { scale: 1, x: 0, y: 0 }
export const largestScale = 4

/** Changes the scale; the point at `at` (from the frame's centre) keeps its position. */
export function zoomTo(zoom: Zoom, { scale, at, picture, frame }: { scale: number; at: Point } & Sizes): Zoom {
  const next = Math.min(largestScale, Math.max(1, scale))
  const ratio = next / zoom.scale
  const moved = { scale: next, x: at.x - (at.x - zoom.x) * ratio, y: at.y - (at.y - zoom.y) * ratio }
  return within(moved, { picture, frame })
}

/** Moves the picture by `by` pixels, at most to its edges. */
export function pan(zoom: Zoom, { by, ...sizes }: { by: Point } & Sizes): Zoom {
  return within({ scale: zoom.scale, x: zoom.x + by.x, y: zoom.y + by.y }, sizes)
}

/** `picture`: its size at scale 1. */
type Sizes = { picture: Size; frame: Size }

function within({ scale, x, y }: Zoom, { picture, frame }: Sizes): Zoom {
  const room = (shown: number, seen: number) => Math.max(0, (shown * scale - seen) / 2)
  const bound = (offset: number, most: number) => Math.min(most, Math.max(-most, offset)) || 0
  return {
    scale,
    x: bound(x, room(picture.width, frame.width)),
    y: bound(y, room(picture.height, frame.height)),
  }
}
