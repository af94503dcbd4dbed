import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { reviewPhotographs, reviewPictures } from '../review.ts'
import type { OwnerReview, OwnerReviews, ReviewChange, ReviewState } from '../reviews.contract.ts'
import { photographFolder } from '../writing/buyer-reviews.ts'

const most = 200

/** The reviews that wait, the oldest first, then the decided ones, the newest first; 200 at most. */
export async function findReviews(tx: Tx): Promise<OwnerReviews> {
  const { rows } = await sql<{ row: OwnerReview }>`
    select jsonb_build_object('id', r.id, 'order_number', o.order_number, 'garment', l.name, 'slug', l.slug,
      'state', r.state, 'stars', case when r.state = 'published' then r.stars end,
      'fit', case when r.state = 'published' then r.fit end, 'words', r.words, 'size', r.size, 'height_cm', r.height_cm,
      'name', r.name, 'photographs', to_jsonb(r.photographs), 'written_at', r.written_at, 'published_at', r.published_at,
      'declined_reason', r.declined_reason, 'declined_note', r.declined_note, 'answer', r.answer, 'version', r.version,
      'history', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'at', g.at,
          'by', (select account.email from auth.users account where account.id = g.actor), 'state', g.after ->> 'state',
          'reason', g.after ->> 'reason', 'answered', (g.after ->> 'answered')::boolean) order by g.id desc), '[]')
        from private.audit_log g where g.table_name = 'reviews' and g.row_id = r.id::text)) as row
    from public.reviews r join public.pre_orders o on o.id = r.order_id join public.order_lines l on l.id = r.line_id
    order by r.state <> 'waiting', case when r.state = 'waiting' then r.written_at end, r.written_at desc, r.id
    limit ${most}`.execute(tx)
  return { reviews: rows.map(({ row }) => row), ...(await countReviews(tx)) }
}

/** How many reviews wait for the owner's decision. */
export async function countWaitingReviews(tx: Tx): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from public.reviews where state = 'waiting'`.execute(tx)
  return rows[0]?.waiting ?? 0
}

async function countReviews(tx: Tx): Promise<Omit<OwnerReviews, 'reviews'>> {
  type Counts = Omit<OwnerReviews, 'reviews'>
  const { rows } = await sql<{ counts: Counts }>`
    select jsonb_build_object('waiting', count(*) filter (where state = 'waiting'),
      'published', count(*) filter (where state = 'published'),
      'declined', jsonb_build_object('insult', count(*) filter (where declined_reason = 'insult'),
        'personal_data', count(*) filter (where declined_reason = 'personal_data'),
        'not_about_the_garment', count(*) filter (where declined_reason = 'not_about_the_garment'),
        'unlawful', count(*) filter (where declined_reason = 'unlawful')),
      'asked', (select count(*) from private.outbox where kind = 'order_review_request' and state = 'sent')) as counts
    from public.reviews`.execute(tx)
  if (!rows[0]) throw new Error('The reviews were not counted')
  return rows[0].counts
}

/** The kind of the e-mail to a buyer whose review was left out. */
export const reviewDeclinedEmail = 'order_review_declined'

/**
 * Publishes a review with its photographs, leaves it out for one of the four reasons, or answers a published one. A
 * published review can still be left out, and one that was left out be published. Refuses not_found, and conflict where
 * it was changed since `version`.
 */
export async function applyChange(tx: Tx, queue: Queue, change: ReviewChange): Promise<void> {
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
    const { photographs, pictures } = await movePhotographs(tx, review.photographs, {
      from: reviewPhotographs,
      to: reviewPictures,
    })
    const published_at = sql<Date>`public.shop_now()`
    await tx
      .updateTable('reviews')
      .set({ state: 'published', published_at, photographs, pictures: JSON.stringify(pictures), ...noReason })
      .where('id', '=', id)
      .execute()
    return
  }
  // Back in the folder of the line, where its customer may name them again.
  const folder = photographFolder(review.orderId, review.lineId)
  const { photographs } = await movePhotographs(tx, review.photographs, {
    from: reviewPictures,
    to: reviewPhotographs,
    folder,
  })
  const { reason: declined_reason, note: declined_note } = change
  await tx
    .updateTable('reviews')
    .set({ state: 'declined', declined_reason, declined_note, photographs, ...unpublished })
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

type Locked = {
  state: ReviewState
  version: number
  photographs: string[]
  orderId: string
  lineId: number
  email: string | null
}

async function lockReview(tx: Tx, { id, version }: { id: string; version: number }): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select r.state, r.version, r.photographs, r.order_id as "orderId", r.line_id::float8 as "lineId",
      o.customer_email as email
    from public.reviews r join public.pre_orders o on o.id = r.order_id where r.id = ${id} for update of r`.execute(tx)
  const [review] = rows
  if (!review) throw new AppError('not_found', 'This review is gone: the customer has erased it.')
  if (review.version !== version) {
    throw new AppError('conflict', 'This review has just changed. The latest version is shown.')
  }
  return review
}

type Picture = { url: string; width: number; height: number; blur: string | null }

type Move = { from: string; to: string; folder?: string }

/**
 * Moves the stored photographs to the other bucket, where they are public or are not any more, under new random names:
 * the name of an upload has the order's id, which no public address may have. Returns their names, in the order of
 * `names`, and the pictures as pages show them. One that is stored no longer has none.
 */
async function movePhotographs(
  tx: Tx,
  names: string[],
  { from, to, folder = '' }: Move,
): Promise<{ photographs: string[]; pictures: Picture[] }> {
  if (names.length === 0) return { photographs: [], pictures: [] }
  type Moved = { before: string; name: string; width: number; height: number; blur: string | null }
  const { rows } = await sql<Moved>`
    with before as (
      select id, name from storage.objects
       where bucket_id = ${from} and name = any(${names}::text[]) and picture is not null for update
    ) update storage.objects set bucket_id = ${to}, name = ${folder}::text || gen_random_uuid(), updated_at = now()
      from before where objects.id = before.id
      returning before.name as before, objects.name, (picture ->> 'width')::int as width,
        (picture ->> 'height')::int as height, picture ->> 'blur' as blur`.execute(tx)
  const moved = new Map(rows.map(({ before, ...picture }) => [before, picture]))
  return {
    photographs: names.map((name) => moved.get(name)?.name ?? name),
    pictures: names.flatMap((before) => {
      const picture = moved.get(before)
      if (!picture) return []
      const { name, ...facts } = picture
      return [{ url: `/storage/v1/object/public/${to}/${name}`, ...facts }]
    }),
  }
}
