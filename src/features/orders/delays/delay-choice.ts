import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { firstName } from '../emails/first-name.ts'
import { cancelDaysOf } from '../links/order-period.ts'
import { listAdditions } from '../parcels/shared-parcel.ts'
import type { DelayRef, DelayTokens } from './delay-token.ts'

/**
 * All that the page of a choice shows of the order. Days are 'YYYY-MM-DD'; `to`: the present one, which may be earlier
 * than the announced one.
 */
export const DelayChoice = z.object({
  /**
   * `open` can be answered; `kept` and `cancelled` are answers; `cut`: production started after the announcement, or a part has left, so it
   * is too late to cancel here; `sent`: shipped; `superseded`: a later delay was announced, or the order is no longer
   * delayed.
   */
  state: z.enum(['open', 'kept', 'cancelled', 'cut', 'sent', 'superseded']),
  order_number: z.string(),
  first_name: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  reason: z.string().nullable(),
  /** The days to withdraw that were agreed. */
  cancel_days: z.int(),
  /** The orders that were added to it and go in the same parcel: the answer is for them too. */
  added: z.array(z.string()),
  garments: z.array(z.object({ name: z.string(), size: z.string(), quantity: z.int(), slug: z.string() })),
})
export type DelayChoice = z.output<typeof DelayChoice>
export type ChoiceState = DelayChoice['state']

/** The delay of a link's token; `lock` locks the order's row until `tx` ends. Refuses not_found, for a revoked one too. */
export async function delayByLink(
  tx: Tx,
  tokens: DelayTokens,
  token: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<DelayRef> {
  const delay = tokens.read(token)
  if (!delay) throw noSuchChoice()
  const order = await tx
    .selectFrom('pre_orders')
    .select('link_version')
    .where('id', '=', delay.orderId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!order || !tokens.isFor(token, order.link_version)) throw noSuchChoice()
  return delay
}

/** The choice of a delay. Refuses not_found. */
export async function getDelayChoice(tx: Tx, { orderId, day }: DelayRef): Promise<DelayChoice> {
  const found = await tx
    .selectFrom('private.order_delays as delay')
    .innerJoin('pre_orders as order', 'order.id', 'delay.order_id')
    .select([
      'order.order_number',
      'order.customer_name',
      'order.order_status',
      'order.created_at',
      'delay.reason',
      'delay.answer',
    ])
    .select([
      'delay.in_production',
      sql<boolean>`exists (select from private.parcels as parcel where parcel.order_id = delay.order_id)`.as(
        'has_left',
      ),
      sql<string>`to_char(delay.previous_dispatch_by, 'YYYY-MM-DD')`.as('from'),
      sql<string>`to_char("order".dispatch_by, 'YYYY-MM-DD')`.as('to'),
      sql<boolean>`("order".dispatch_by <= delay.previous_dispatch_by or exists (select from private.order_delays as later
        where later.order_id = delay.order_id and later.announced_at > delay.announced_at))`.as('is_superseded'),
    ])
    .where('delay.order_id', '=', orderId)
    .where('delay.dispatch_by', '=', sql<Date>`${day}::date`)
    .executeTakeFirst()
  if (!found) throw noSuchChoice()
  const added = await listAdditions(tx, [orderId])
  const garments = await tx
    .selectFrom('order_lines')
    .select(['name', 'size', 'slug', sql<number>`quantity - cancelled_quantity`.as('quantity')])
    .where('order_id', 'in', [orderId, ...added.map(({ id }) => id)])
    .where(sql<boolean>`quantity > cancelled_quantity`)
    .orderBy(sql`order_id <> ${orderId}`)
    .orderBy('order_id')
    .orderBy('position')
    .execute()
  const { order_number, customer_name, reason, from, to } = found
  return {
    state: stateOf(found),
    order_number,
    first_name: firstName(customer_name),
    from,
    to,
    reason,
    cancel_days: cancelDaysOf(found.created_at),
    added: added.map(({ number }) => number),
    garments,
  }
}

function noSuchChoice(): AppError {
  return new AppError('not_found', 'This link doesn’t lead to any of our orders.')
}

type Row = {
  has_left: boolean
  order_status: string
  answer: string | null
  in_production: boolean
  is_superseded: boolean
}

function stateOf({ has_left, order_status: status, answer, in_production, is_superseded }: Row): ChoiceState {
  if (status === 'shipped' || status === 'delivered') return 'sent'
  if (status === 'cancelled' || answer === 'cancel') return 'cancelled'
  if (is_superseded) return 'superseded'
  if (answer === 'keep') return 'kept'
  // A delay announced before production starts can be cancelled until it starts, a later one until dispatch.
  return has_left || (status === 'processing' && !in_production) ? 'cut' : 'open'
}
