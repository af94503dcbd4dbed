import type { Ease } from './find-size.ts'

export type Unit = 'cm' | 'in'

/**
 * What the size finder was told and what it answered: measurements of a body in `unit`, and the size it found. A shopper
 * may send it with a line of her order, for whoever cuts it; `size` need not be the line's.
 */
export type SizeAdvice = { size: string; ease: Ease; bust: number; waist: number; hips: number; unit: Unit }

/** What a tape around a person can show, in each unit. The column `order_lines.size_advice` holds the same. */
export const tapeBounds: Record<Unit, readonly [number, number]> = { cm: [40, 200], in: [15, 80] }

/** Reads what may be an advice, with two decimals at most and a size of printable text; null for anything else. Never throws. */
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
