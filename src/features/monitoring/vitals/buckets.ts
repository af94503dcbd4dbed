/** Eight buckets between a value and its double: each is 9 % above the one before. */
const stepsPerDoubling = 8

/** The last bucket takes every larger value: a minute and more. */
export const lastBucket = 128

/** The bucket of a value: 0 for less than one. */
export function bucketOf(value: number): number {
  return value < 1 ? 0 : Math.min(lastBucket, 1 + Math.floor(Math.log2(value) * stepsPerDoubling))
}

/** The value at this share (0 to 1) of a bucket. */
export function valueIn(bucket: number, share: number): number {
  return bucket === 0 ? share : 2 ** ((bucket - 1 + share) / stepsPerDoubling)
}
