import { fitsFormat } from '#features/settings/carriers.ts'
import type { Question } from '#ui/question-dialog.tsx'

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

/** UPU S10: two letters, eight digits with their check digit, and the country. */
const s10 = /^([A-Z]{2})(\d{8})(\d)([A-Z]{2})$/

type Format = { patterns: readonly RegExp[]; looksLike: string; hasS10: boolean }

/** The number formats of the carriers of a British shop, without spaces. Other carriers have none. */
const formats: Record<string, Format> = {
  // S10, or the 16 or 21 characters beside the 2D barcode.
  'royal mail': {
    patterns: [/^[0-9A-Z]{16}$/, /^[0-9A-Z]{21}$/],
    looksLike: 'AA123456785GB, or have 16 or 21 characters',
    hasS10: true,
  },
  // Within the UK, then abroad: parcelforce.com, "Tracking number formats".
  parcelforce: {
    patterns: [/^[A-Z]{2}\d{7}$/, /^[A-Z]{4}\d{10}$/, /^\d{12}$/],
    looksLike: 'AB1234567, ABCD1234567890 or AA123456785GB',
    hasS10: true,
  },
  // The consignment has 10 digits; a parcel of it 14, printed with a check character or without.
  dpd: {
    patterns: [/^\d{10}$/, /^\d{14}[0-9A-Z]?$/],
    looksLike: '15501234567890: 14 digits, or 10',
    hasS10: false,
  },
  evri: { patterns: [/^[0-9A-Z]{16}$/], looksLike: 'H00AA00012345678: 16 letters and digits', hasS10: false },
}

/**
 * A warning about an unusual tracking number; null where it looks right. The number can be saved anyway, because
 * carriers change their formats without notice. `own`: the form that the owner gave the carrier's numbers, or empty.
 */
export function trackingWarning(carrier: string, number: string, own = ''): string | null {
  const plain = number.toUpperCase().replaceAll(/[\s-]/g, '')
  if (own !== '') {
    if (plain === '' || fitsFormat(own, plain)) return null
    return `${carrier.trim()} numbers look like ${own}. Please check it against the label.`
  }
  const format = formats[carrier.trim().toLowerCase()]
  if (plain === '' || !format) return null
  const parts = format.hasS10 ? s10.exec(plain) : null
  if (parts) {
    const [, , serial = '', check] = parts
    return Number(check) === checkDigit(serial)
      ? null
      : 'The last of the nine digits doesn’t match the others. Please check it against the label.'
  }
  if (format.patterns.some((pattern) => pattern.test(plain))) return null
  return `${carrier.trim()} numbers look like ${format.looksLike}. Please check it against the label.`
}

/** 'an Evri number', 'a DPD number'. */
function articleOf(carrier: string): 'a' | 'an' {
  return /^[aeiou]/i.test(carrier.trim()) ? 'an' : 'a'
}

/** The question before an unusual number is saved; null for a usual one. */
export function oddNumberQuestion(carrier: string, number: string, own = ''): Question<'yes'> | null {
  const warning = trackingWarning(carrier, number, own)
  if (warning === null) return null
  return {
    title: `This doesn’t look like ${articleOf(carrier)} ${carrier.trim()} number. Save it anyway?`,
    body: [warning],
    choices: [{ id: 'yes', label: 'Save it anyway' }],
  }
}

/** The number without case and spaces, which carriers ignore. */
export function plainNumber(typed: string): string {
  return typed.toUpperCase().replaceAll(/\s/g, '')
}

/** The numbers that occur more than once, in their plain form. */
export function doubles(numbers: readonly string[]): ReadonlySet<string> {
  const plain = numbers.map(plainNumber).filter(Boolean)
  return new Set(plain.filter((number, index) => plain.indexOf(number) !== index))
}
