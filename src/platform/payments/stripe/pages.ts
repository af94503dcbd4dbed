import type Stripe from 'stripe'
import type { Span } from '../provider.ts'

/** How a list is asked for: a hundred at a time, newest first as Stripe has them. */
export type ListParams = { limit: number; starting_after?: string; created: { gte: number; lt: number } }

/** All of a list, one request a page; `ask` sends it, so that every page has its turn. */
export async function* everyOne<T extends { id: string }>(
  { from, until }: Span,
  ask: (params: ListParams) => Promise<Stripe.ApiList<T>>,
): AsyncGenerator<T> {
  const created = { gte: Math.ceil(from.getTime() / 1000), lt: Math.ceil(until.getTime() / 1000) }
  for (let after: string | undefined; ; ) {
    const { data, has_more } = await ask({ limit: 100, created, ...(after !== undefined && { starting_after: after }) })
    yield* data
    after = data.at(-1)?.id
    if (!has_more || after === undefined) return
  }
}
