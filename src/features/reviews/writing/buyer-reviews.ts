import { sql } from 'kysely'
import { isoDay } from '#base/calendar-day.ts'
import { samplesId } from '#features/catalogue/samples.ts'
import { firstName } from '#features/orders/emails/first-name.ts'
import { arrivalDay, isOver } from '#features/orders/links/order-period.ts'
import { requirePhotographs } from '#features/orders/links/sent-photographs.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { PictureUse } from '#platform/storage/picture-use.ts'
import { hasObjected } from '../asking/ask-for-reviews.ts'
import { type Fit, reviewConsent, reviewPhotographs, reviewPictures } from '../review.ts'
import type { ReviewLine, ReviewPageFacts, ReviewState } from '../reviews.contract.ts'

/** The lines of an order that can be reviewed, each with its review. A line that was cancelled was not bought. */
export async function listReviewLines(tx: Tx, orderId: string): Promise<ReviewLine[]> {
  const { rows } = await sql<{ row: ReviewLine }>`
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

/**
 * The photographs of reviews. `pictures` has the URLs of the names in `photographs`. The second condition is that of the
 * index.
 */
export const reviewPictureUse: PictureUse = {
  columns: ['public.reviews.photographs', 'public.reviews.pictures'],
  shows: sql`exists (
    select from public.reviews where reviews.photographs @> array[object.name] and reviews.photographs <> '{}'
  )`,
}

type NewReview = {
  lineId: number
  stars: number
  words: string
  heightCm: number | null
  fit: Fit
  name: string
  /** Names of uploaded objects. */
  photographs: string[]
}

/**
 * Writes or changes the review of a line, which then waits for the owner. The caller holds the order's row lock, so a
 * line has one review however often it is sent. Refuses conflict before the order has arrived and for a published
 * review; bad_request for a line or photographs of another order.
 */
export async function storeReview(tx: Tx, orderId: string, review: NewReview): Promise<void> {
  const { lineId, stars, words, heightCm, fit, name, photographs } = review
  const line = await readLine(tx, orderId, lineId)
  if (line.state === 'published') throw isPublished()
  if (!line.isBought || !(await readOpening(tx, orderId)).isOpen) {
    throw new AppError('conflict', 'You can review this garment once it has arrived.')
  }
  await requirePhotographs(tx, { bucket: reviewPhotographs, folder: photographFolder(orderId, lineId) }, photographs)
  const values = { stars, words, height_cm: heightCm, fit, name, photographs, consent_text: reviewConsent }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('reviews')
    .values({ ...values, line_id: lineId, order_id: orderId, product_id: line.productId, size: line.size })
    .onConflict((known) =>
      known
        .constraint('reviews_line_key')
        .doUpdateSet({
          ...values,
          written_at: sql`public.shop_now()`,
          state: 'waiting',
          declined_reason: null,
          declined_note: null,
        })
        // The owner may have published it meanwhile.
        .where('reviews.state', '<>', 'published'),
    )
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw isPublished()
}

function isPublished(): AppError {
  return new AppError('conflict', 'This review is published, so it can’t be changed. You can erase it below.')
}

/** Erases the review of a line with its photographs, whatever its state. Erasing it again changes nothing. */
export async function deleteReview(tx: Tx, orderId: string, lineId: number): Promise<void> {
  await eraseReviews(tx, sql<boolean>`order_id = ${orderId} and line_id = ${lineId}`)
}

/** Erases the reviews of these orders, with their photographs, and returns their ids. */
export function eraseReviewsOf(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  return eraseReviews(tx, sql<boolean>`order_id = any(${orderIds}::uuid[])`)
}

async function eraseReviews(tx: Tx, which: ReturnType<typeof sql<boolean>>): Promise<string[]> {
  const gone = await tx.deleteFrom('reviews').where(which).returning(['id', 'photographs']).execute()
  const names = gone.flatMap(({ photographs }) => photographs)
  const ids = gone.map(({ id }) => id)
  if (names.length === 0) return ids
  // Without its row a photograph is served no more; the sweep of the storage deletes the bytes.
  await sql`delete from storage.objects where bucket_id in (${reviewPhotographs}, ${reviewPictures})
    and name = any(${names}::text[])`.execute(tx)
  return ids
}

/** The folder of the photographs of one line, so that no review can show those of another. */
export function photographFolder(orderId: string, lineId: number): string {
  return `${orderId}/${lineId}/`
}

type Line = { productId: string; size: string; isBought: boolean; state: ReviewState | null }

/** Refuses bad_request for a line of another order. */
export async function readLine(tx: Tx, orderId: string, lineId: number): Promise<Line> {
  const { rows } = await sql<Line>`
    select l.product_id as "productId", l.size, l.quantity > l.cancelled_quantity and l.product_id <> ${samplesId} as "isBought", r.state
    from public.order_lines l left join public.reviews r on r.line_id = l.id
    where l.order_id = ${orderId} and l.id = ${lineId}`.execute(tx)
  if (!rows[0]) throw new AppError('bad_request', 'That garment isn’t in this order.')
  return rows[0]
}
