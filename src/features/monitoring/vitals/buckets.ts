/** Eight steps between a value and its double: each is nine hundredths more than the one before. */
const stepsPerDoubling = 8

/** The last step holds whatever is more: a minute and beyond. */
export const lastBucket = 128

/** The step a figure falls into: 0 for less than one. */
export function bucketOf(value: number): number {
  return value < 1 ? 0 : Math.min(lastBucket, 1 + Math.floor(Math.log2(value) * stepsPerDoubling))
}

/** The figure that lies so far (0 to 1) within a step. */
export function valueIn(bucket: number, share: number): number {
  return bucket === 0 ? share : 2 ** ((bucket - 1 + share) / stepsPerDoubling)
}
