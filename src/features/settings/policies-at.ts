import { type Shop, shop } from '#shop'

/**
 * The figures of the policies at a moment: an order keeps those of its day, whatever the owner changes afterwards. Each
 * former entry has what a change replaced.
 */
export function policiesAt(moment: Date | string): Shop['policies'] {
  const at = new Date(moment)
  const { former = [], ...figures } = shop.policies
  const later = former.filter(({ until }) => at < new Date(until))
  for (const { until: _, ...before } of later.toReversed()) Object.assign(figures, before)
  return figures
}
