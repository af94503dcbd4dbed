import type { Context, Hono } from 'hono'
import { limitWrongLinks, orderByLink, requireWithinRate, withOrder } from '#features/orders/links/order-by-link.ts'
import type { OrderLinks } from '#features/orders/links/order-links.ts'
import { reserveUpload } from '#features/orders/links/sent-photographs.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { type Call, endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { applyChange, findReviews } from './admin/owner-reviews.ts'
import { setObjection } from './asking/ask-for-reviews.ts'
import { reviewPhotographs } from './review.ts'
import {
  changeReview,
  eraseReview,
  listReviews,
  readReviewPage,
  readReviewPath,
  reservePhotograph,
  saveReview,
  wishRequests,
} from './reviews.contract.ts'
import {
  deleteReview,
  photographFolder,
  readLine,
  readOpening,
  readPage,
  storeReview,
} from './writing/buyer-reviews.ts'

const changes: Rate = { max: 30, perSeconds: 600 }
const uploads: Rate = { max: 20, perSeconds: 86_400 }

type Options = {
  queue: Queue
  /** Of the review pages. */
  links: OrderLinks
  /** Of the order pages. */
  orderLinks: OrderLinks
  /** Signs the addresses of uploads. */
  storageSecret: string
}

/** Reviews as buyers write them, for the holder of an order's review link, and as the owner decides about them. */
export function reviewsApi({ queue, links, orderLinks, storageSecret }: Options): Hono<Env> {
  /** Runs `work` on the order of the link, whose row is locked, and answers with the page as it is then. */
  async function change(
    { c, db }: Pick<Call, 'c' | 'db'>,
    token: string,
    work: (tx: Tx, orderId: string) => Promise<void>,
  ) {
    setPrivate(c)
    await requireWithinRate(c, { bucket: 'review', key: limitKey(c.var.clientIp), rate: changes })
    return limitWrongLinks(c, () =>
      db.asService(
        async (tx) => {
          const { id } = await orderByLink(tx, links, token, { lock: true, hasEnd: false })
          await work(tx, id)
          return readPage(tx, id)
        },
        { requestId: c.var.requestId },
      ),
    )
  }

  return endpoints(
    handle(readReviewPage, (call) => {
      setPrivate(call.c)
      return withOrder(call, { links, token: call.query.token, hasEnd: false }, (tx, { id }) => readPage(tx, id))
    }),
    handle(readReviewPath, async (call) => {
      setPrivate(call.c)
      const path = await withOrder(call, { links: orderLinks, token: call.query.token }, async (tx, order) =>
        (await readOpening(tx, order.id)).isOpen ? links.pathOf(order) : null,
      )
      return { path }
    }),
    handle(saveReview, (call) => {
      const { token, line, height_cm, consent: _, ...review } = call.body
      return change(call, token, (tx, orderId) =>
        storeReview(tx, orderId, { ...review, lineId: line, heightCm: height_cm ?? null }),
      )
    }),
    handle(eraseReview, (call) =>
      change(call, call.body.token, (tx, orderId) => deleteReview(tx, orderId, call.body.line)),
    ),
    handle(wishRequests, (call) =>
      change(call, call.body.token, (tx, orderId) => setObjection(tx, orderId, !call.body.wanted)),
    ),
    handle(reservePhotograph, async (call) => {
      const { token, line } = call.body
      setPrivate(call.c)
      const { id, upload } = await withOrder(call, { links, token, hasEnd: false }, async (tx, { id }) => {
        await readLine(tx, id, line)
        const place = { bucket: reviewPhotographs, folder: photographFolder(id, line) }
        return { id, upload: await reserveUpload(tx, place, storageSecret) }
      })
      await requireWithinRate(call.c, { bucket: 'review-photograph', key: id, rate: uploads })
      return upload
    }),
    handle(listReviews, ({ db }) => db.asService(findReviews)),
    handle(changeReview, async ({ body, asCaller }) => {
      await asCaller((tx) => applyChange(tx, queue, body))
      return { changed: true }
    }),
  )
}

function setPrivate(c: Context<Env>): void {
  c.header('X-Robots-Tag', 'noindex')
}
