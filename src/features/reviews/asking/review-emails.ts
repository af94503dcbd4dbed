import { z } from 'zod'
import { orderTemplate } from '#features/orders/emails/order-emails.ts'
import type { OrderLinks } from '#features/orders/links/order-links.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import { oneLine } from '#platform/text/kept-text.ts'
import { reviewDeclinedEmail } from '../admin/owner-reviews.ts'
import type { DeclineReason } from '../review.ts'
import { listReviewLines } from '../writing/buyer-reviews.ts'
import { mayAskNow, reviewRequestEmail } from './ask-for-reviews.ts'
import { reviewDeclined } from './review-declined.email.ts'
import { reviewRequest } from './review-request.email.ts'

const OfReview = z.object({ reviewId: z.uuid() })

type Options = { db: Db; siteUrl: string; links: OrderLinks }

/** The templates of the e-mails about reviews, from what is true when they are sent. `links`: of the review pages. */
export function reviewEmails({ db, siteUrl, links }: Options): EmailTemplates {
  return {
    [reviewRequestEmail]: orderTemplate({ db, siteUrl }, async (order, _, tx) => {
      if (!(await mayAskNow(tx, order.id))) return null
      const lines = await listReviewLines(tx, order.id)
      const names = new Set(lines.filter(({ review }) => !review).map(({ name }) => oneLine(name) ?? ''))
      return reviewRequest(order, [...names], links.urlOf(order))
    }),
    [reviewDeclinedEmail]: orderTemplate({ db, siteUrl }, async (order, data, tx) => {
      const declined = await readDeclined(tx, OfReview.parse(data).reviewId)
      return declined && reviewDeclined(order, declined, links.urlOf(order))
    }),
  }
}

/** Null for a review that was changed, published or erased meanwhile. */
async function readDeclined(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('reviews')
    .innerJoin('order_lines', 'order_lines.id', 'reviews.line_id')
    .select(['order_lines.name', 'declined_reason', 'declined_note'])
    .where('reviews.id', '=', id)
    .where('state', '=', 'declined')
    .executeTakeFirst()
  if (!row) return null
  const reason = row.declined_reason as DeclineReason
  return { garment: oneLine(row.name) ?? '', reason, note: row.declined_note ?? '' }
}
