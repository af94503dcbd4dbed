/** Widths in pixels at which pictures are made, smallest first. */
const ladder = [160, 320, 480, 640, 800, 1200, 1600]

/** Quality of what pages ask for, on the scale of WebP. */
export const pageQuality = 75

/** The steps at which pictures of a picture of this width differ: those it fills, and the next, which is all of it. */
export function stepsOf(width: number): number[] {
  return ladder.filter((_, index) => width > (ladder[index - 1] ?? 0))
}

/** The step at which a picture of `pictureWidth` pixels is served where `width` is asked for. */
export function stepFor(width: number, pictureWidth: number): number {
  return Math.min(stepUp(width), stepUp(pictureWidth))
}

function stepUp(width: number): number {
  return ladder.find((step) => step >= width) ?? 1600
}
