/** Widths in pixels that pages ask for, smallest first; the twin of the one in `#ui/picture.tsx`. */
export const ladder: readonly number[] = [160, 320, 480, 640, 800, 1200, 1600]

/** Quality of what pages ask for, on the scale of WebP. */
export const pageQuality = 75

/** The step a width is served at: the next one up, at most the widest. */
export function stepUp(width: number): number {
  return ladder.find((step) => step >= width) ?? 1600
}

/** The steps a picture of this width can fill; the smallest in any case, so that there is always one. */
export function stepsOf(width: number): number[] {
  return ladder.filter((step, index) => index === 0 || step <= width)
}
