import { shop } from '#shop'

/**
 * The production time for running text: '2 weeks', with 'those are 10 working days' after it. The configuration file's
 * number has its own text; any other is given in weeks if it is a whole number of weeks, otherwise in days.
 */
export function productionTimeLabels(days: number): { time: string; inDays: string | null } {
  if (days === shop.making.productionDays) return { time: shop.making.productionText, inDays: workingDays(days) }
  if (days % 5 !== 0) return { time: workingDays(days), inDays: null }
  const weeks = days / 5
  return { time: weeks === 1 ? '1 week' : `${weeks} weeks`, inDays: workingDays(days) }
}

/** For running text after the production time, where the owner has set how many pieces she makes a week. */
export const fullWeeks =
  'We sew a limited number of pieces a week, so the date is later when many orders are ahead of yours.'

/** '1 working day', '10 working days'. */
export function workingDays(days: number): string {
  return days === 1 ? '1 working day' : `${days} working days`
}
