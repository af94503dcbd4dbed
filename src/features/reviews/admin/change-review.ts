import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { type DeclineReason, type ReviewState, reviewPhotographs, reviewPictures } from '../review.ts'

/** The kind of the e-mail to a buyer whose review was left out. */
export const reviewDeclinedEmail = 'order_review_declined'

/** What the owner does with a review. `answer: null` takes the answer away. */
export type ReviewChange = { id: string; version: number } & (
  | { action: 'publish' }
  | { action: 'decline'; reason: DeclineReason; note: string }
  | { action: 'answer'; answer: string | null }
)

/**
 * Publishes a review with its photographs, leaves it out for one of the four reasons, or answers a published one. A
 * published review can still be left out, and one that was left out be published. Refuses not_found, and conflict where
 * it was changed since `version`.
 */
export async function changeReview(tx: Tx, queue: Queue, change: ReviewChange): Promise<void> {
  const review = await lockReview(tx, change)
  const { id } = change
  if (change.action === 'answer') {
    if (review.state !== 'published') throw new AppError('conflict', 'Publish the review first, then answer it.')
    const answered_at = change.answer === null ? null : sql<Date>`public.shop_now()`
    await tx.updateTable('reviews').set({ answer: change.answer, answered_at }).where('id', '=', id).execute()
    return
  }
  if (change.action === 'publish') {
    if (review.state === 'published') return
    const pictures = await movePhotographs(tx, review.photographs, reviewPhotographs, reviewPictures)
    const published_at = sql<Date>`public.shop_now()`
    await tx
      .updateTable('reviews')
      .set({ state: 'published', published_at, pictures: JSON.stringify(pictures), ...noReason })
      .where('id', '=', id)
      .execute()
    return
  }
  await movePhotographs(tx, review.photographs, reviewPictures, reviewPhotographs)
  const { reason: declined_reason, note: declined_note } = change
  await tx
    .updateTable('reviews')
    .set({ state: 'declined', declined_reason, declined_note, ...unpublished })
    .where('id', '=', id)
    .execute()
  await queueEmail(tx, queue, {
    kind: reviewDeclinedEmail,
    // The version, because a review may be changed and left out once more.
    cause: `${id}.${change.version}`,
    recipient: review.email ?? '',
    orderId: review.orderId,
    data: { reviewId: id },
  })
}

const noReason = { declined_reason: null, declined_note: null }
const unpublished = { published_at: null, pictures: '[]', answer: null, answered_at: null }

type Locked = { state: ReviewState; version: number; photographs: string[]; orderId: string; email: string | null }

async function lockReview(tx: Tx, { id, version }: { id: string; version: number }): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select r.state, r.version, r.photographs, r.order_id as "orderId", o.customer_email as email
    from public.reviews r join public.pre_orders o on o.id = r.order_id where r.id = ${id} for update of r`.execute(tx)
  const [review] = rows
  if (!review) throw new AppError('not_found', 'This review is gone: the customer has erased it.')
  if (review.version !== version) {
    throw new AppError('conflict', 'This review has just changed. The latest version is shown.')
  }
  return review
}

type Picture = { url: string; width: number; height: number; blur: string | null }

/**
 * Moves the stored photographs to the other bucket, where they are public or are not any more, and returns them as
 * pages show them, in the order of `names`. One that is stored no longer is left out.
 */
async function movePhotographs(tx: Tx, names: string[], from: string, to: string): Promise<Picture[]> {
  if (names.length === 0) return []
  type Moved = { name: string; width: number; height: number; blur: string | null }
  const { rows } = await sql<Moved>`
    update storage.objects set bucket_id = ${to}, updated_at = now()
    where bucket_id = ${from} and name = any(${names}::text[]) and picture is not null
    returning name, (picture ->> 'width')::int as width, (picture ->> 'height')::int as height, picture ->> 'blur' as blur
    `.execute(tx)
  return rows
    .toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
    .map(({ name, ...facts }) => ({ url: `/storage/v1/object/public/${to}/${name}`, ...facts }))
}
