/** An image of more pixels is not decoded, since each needs four bytes of memory. */
export const mostSourcePixels = 40_000_000

/** The widths of renditions in pixels, smallest first. */
const ladder = [160, 320, 480, 640, 800, 1200, 1600, 2400, 3000]

/** The widest rendition that pages show, and that is made as AVIF; the full view shows wider ones. */
export const widestOnPages = 1600

/** The quality of renditions for pages, on WebP's scale. */
export const pageQuality = 75

/**
 * The widths at which renditions of an image of this width differ: those below its own, and the next, which is the
 * whole image.
 */
export function stepsOf(width: number): number[] {
  return ladder.filter((_, index) => width > (ladder[index - 1] ?? 0))
}

/** The rendition served for `width` from an image of `pictureWidth` pixels. */
export function stepFor(width: number, pictureWidth: number): number {
  return Math.min(stepUp(width), stepUp(pictureWidth))
}

function stepUp(width: number): number {
  return ladder.find((step) => step >= width) ?? 3000
}
