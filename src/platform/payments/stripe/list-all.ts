import type Stripe from 'stripe'
import type { Span } from '../provider.ts'

/** The parameters of one page of a list: a hundred items, newest first. */
export type ListParams = { limit: number; starting_after?: string; created: { gte: number; lt: number } }

/** All items of a list, one request a page; `request` sends it through the throttle. */
export async function* listAll<T extends { id: string }>(
  { from, until }: Span,
  request: (params: ListParams) => Promise<Stripe.ApiList<T>>,
): AsyncGenerator<T> {
  const created = { gte: Math.ceil(from.getTime() / 1000), lt: Math.ceil(until.getTime() / 1000) }
  for (let after: string | undefined; ; ) {
    const { data, has_more } = await request({
      limit: 100,
      created,
      ...(after !== undefined && { starting_after: after }),
    })
    yield* data
    after = data.at(-1)?.id
    if (!has_more || after === undefined) return
  }
}
