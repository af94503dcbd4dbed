/** Centimetres in inches, rounded to the half inch. */
export function toHalfInch(cm: number): number {
  return Math.round((cm / 2.54) * 2) / 2
}

/** The same as text: '32½'. */
export function halfInches(cm: number): string {
  const half = toHalfInch(cm)
  return `${Math.floor(half)}${Number.isInteger(half) ? '' : '½'}`
}
