import { formatPence, parsePounds } from '#ui/money.ts'

/**
 * What to ask before a price changes by more than half, which is often a misplaced decimal point. Both prices as they are
 * in the field, in pounds. Null where there is nothing to ask.
 */
export function priceChangeQuestion(before: string, after: string): string | null {
  const [was, willBe] = [parsePounds(before.trim()), parsePounds(after.trim())]
  if (was === null || willBe === null || Math.abs(willBe - was) * 2 <= was) return null
  const size = willBe < was ? 'less than half of' : 'more than one and a half times'
  return `Change the price from ${formatPence(was)} to ${formatPence(willBe)}? That is ${size} what it was.`
}
