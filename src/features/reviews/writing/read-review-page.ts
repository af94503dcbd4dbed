import { sql } from 'kysely'
import { isoDay } from '#base/calendar-day.ts'
import { samplesId } from '#features/catalogue/samples.ts'
import { firstName } from '#features/orders/emails/first-name.ts'
import { arrivalDay, isOver } from '#features/orders/links/order-period.ts'
import type { Tx } from '#platform/database/db.ts'
import { hasObjected } from '../asking/ask-for-reviews.ts'
import type { OwnReview, ReviewLine, ReviewPageFacts } from '../reviews.contract.ts'

type Row = Omit<ReviewLine, 'review'> & { review: OwnReview | null }

/** The lines of an order that can be reviewed, each with its review. A line that was cancelled was not bought. */
export async function listReviewLines(tx: Tx, orderId: string): Promise<ReviewLine[]> {
  const { rows } = await sql<{ row: Row }>`
    select jsonb_build_object('id', l.id, 'name', l.name, 'size', l.size, 'slug', l.slug, 'image_url', l.image_url,
      'height_cm', l.height_cm, 'review', case when r.id is not null then jsonb_build_object('state', r.state,
        'stars', r.stars, 'words', r.words, 'height_cm', r.height_cm, 'fit', r.fit, 'name', r.name,
        'photographs', to_jsonb(r.photographs), 'declined_reason', r.declined_reason, 'declined_note', r.declined_note,
        'answer', r.answer) end) as row
    from public.order_lines l left join public.reviews r on r.line_id = l.id
    where l.order_id = ${orderId} and l.product_id <> ${samplesId} and (l.quantity > l.cancelled_quantity or r.id is not null)
    order by l.position`.execute(tx)
  return rows.map(({ row }) => row)
}

/** All that the review page of an order shows. */
export async function readPage(tx: Tx, orderId: string): Promise<ReviewPageFacts> {
  const order = await tx
    .selectFrom('pre_orders')
    .select(['order_number', 'customer_name'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const opens = await readOpening(tx, orderId)
  return {
    order_number: order.order_number,
    first_name: firstName(order.customer_name) ?? '',
    is_open: opens.isOpen,
    opens_after: opens.day && isoDay(opens.day),
    asks: !(await hasObjected(tx, orderId)),
    lines: await listReviewLines(tx, orderId),
  }
}

/**
 * Whether an order has reached its customer, so that its garments can be reviewed; `day`: the latest day of its
 * arrival, null before dispatch. A later refund takes nothing away: who had the garment may say how it was.
 */
export async function readOpening(tx: Tx, orderId: string): Promise<{ isOpen: boolean; day: Date | null }> {
  const order = await tx
    .selectFrom('pre_orders')
    .select(['order_status', 'delivery_service', 'delivery_options', 'shipped_at', 'delivered_at'])
    .select(sql<Date>`public.shop_now()`.as('now'))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (order.order_status === 'delivered') return { isOpen: true, day: null }
  if (order.order_status !== 'shipped') return { isOpen: false, day: null }
  const day = arrivalDay(order)
  return { isOpen: day !== null && isOver(day, order.now), day }
}
