import { shop } from '#shop'
import type { Ease } from './find-size.ts'

/** What a size is called now: the stored text is its first name. A garment's own size is called as it is stored. */
export function sizeName(size: string): string {
  return shop.sizeChart?.find((row) => row.size === size)?.name ?? size
}

/** A size as text for the reader: '10–12' for '10-12', which is stored and sent, or the name that the owner gave it since. */
export function printedSize(size: string): string {
  return sizeName(size).replace(/(\d)-(?=\d)/g, '$1–')
}

/** 'UK 12–14', where a customer may take it for another country's; a size without a number stays as it is. */
export function ukSize(size: string): string {
  const printed = printedSize(size)
  return `${/^\d/.test(printed) ? 'UK ' : ''}${printed}`
}

export type Unit = 'cm' | 'in'

/**
 * The size finder's input and its result: body measurements in `unit`, and the size they lead to. A customer may send
 * it with a line of an order, for the person who cuts it; `size` may differ from the line's.
 */
export type SizeAdvice = { size: string; ease: Ease; bust: number; waist: number; hips: number; unit: Unit }

/**
 * The smallest and the largest valid measurement in each unit. The column `order_lines.size_advice` has the same
 * bounds.
 */
export const tapeBounds: Record<Unit, readonly [number, number]> = { cm: [40, 200], in: [15, 80] }

/**
 * Parses untrusted size advice: measurements rounded to two decimals, a size of printable text; else null. Never
 * throws.
 */
export function readSizeAdvice(value: unknown): SizeAdvice | null {
  const { size, ease, unit, bust, waist, hips } = (value ?? {}) as Partial<SizeAdvice>
  if ((ease !== 'close' && ease !== 'flowing') || (unit !== 'cm' && unit !== 'in')) return null
  if (typeof size !== 'string' || !/^[^\s\p{C}][^\p{C}\u2028\u2029]{0,39}$/u.test(size)) return null
  const [least, most] = tapeBounds[unit]
  const body = [bust, waist, hips].map((part) => (typeof part === 'number' ? Math.round(part * 100) / 100 : 0))
  if (!body.every((part) => part >= least && part <= most)) return null
  const [aroundBust = 0, aroundWaist = 0, aroundHips = 0] = body
  return { size, ease, bust: aroundBust, waist: aroundWaist, hips: aroundHips, unit }
}

/**
 * The smallest and the largest height of a customer, in whole cm. The column `order_lines.height_cm` has the same
 * bounds.
 */
export const heightBounds = [140, 200] as const

/** A height in whole cm within the bounds, from untrusted input; else null. */
export function readHeight(value: unknown): number | null {
  const [least, most] = heightBounds
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : null
}

/** The highest heel, in whole cm. The column `order_lines.heel_cm` has the same bound. */
export const highestHeel = 12

/** A heel in whole cm, from untrusted input; null for flat shoes and for anything else. */
export function readHeel(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= highestHeel ? value : null
}

/** The heels of shoes that a customer may choose, in cm; 0: flat shoes. */
export const heels = [0, 3, 5, 8] as const

/** 'Flats', '5 cm heels'. */
export function heelName(heelCm: number): string {
  return heelCm > 0 ? `${heelCm} cm heels` : 'Flats'
}
