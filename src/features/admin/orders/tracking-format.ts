/** The weights of the eight digits of a UPU S10 number, from the left. */
const weights = [8, 6, 4, 2, 3, 5, 9, 7]

/**
 * The check digit of a UPU S10 item number: eleven less the remainder of the weighted sum by eleven, where ten is 0 and
 * eleven is 5 (UPU standard S10, section 5).
 */
export function checkDigit(serial: string): number {
  const sum = weights.reduce((total, weight, place) => total + weight * Number(serial[place]), 0)
  const digit = 11 - (sum % 11)
  return digit === 10 ? 0 : digit === 11 ? 5 : digit
}

/**
 * What looks wrong about a tracking number, for whoever typed it; null where nothing does. Royal Mail's numbers are
 * those of UPU S10 (AA123456789GB), or the 16 or 21 characters beside the 2D barcode. Only ever a warning: carriers
 * change their numbers without asking a shop. Of other carriers nothing is known.
 */
export function trackingWarning(carrier: string, number: string): string | null {
  const plain = number.toUpperCase().replaceAll(/[\s-]/g, '')
  if (plain === '' || carrier.trim().toLowerCase() !== 'royal mail') return null
  const parts = /^([A-Z]{2})(\d{8})(\d)([A-Z]{2})$/.exec(plain)
  if (parts) {
    const [, , serial = '', check] = parts
    return Number(check) === checkDigit(serial)
      ? null
      : 'The last of the nine digits does not fit the others. Please compare it with the label.'
  }
  if (/^(?:[0-9A-Z]{16}|[0-9A-Z]{21})$/.test(plain)) return null
  return 'Royal Mail’s numbers look like AA123456785GB, or have 16 or 21 characters. Please compare it with the label.'
}

/** The number as a carrier knows it: case and blanks make no other parcel. */
export function plainNumber(typed: string): string {
  return typed.toUpperCase().replaceAll(/\s/g, '')
}

/** Those among several numbers, in their plain form, that were entered more than once. */
export function doubles(numbers: readonly string[]): ReadonlySet<string> {
  const plain = numbers.map(plainNumber).filter(Boolean)
  return new Set(plain.filter((number, index) => plain.indexOf(number) !== index))
}
