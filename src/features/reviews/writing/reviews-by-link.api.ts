import type { Context, Hono } from 'hono'
import { limitWrongLinks, orderByLink, requireWithinRate } from '#features/orders/links/order-by-link.ts'
import type { OrderLinks } from '#features/orders/links/order-links.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { type Call, endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { randomUuid } from '#platform/random-uuid.ts'
import { shopNow, signGrant } from '#platform/storage/objects/signed.ts'
import { setObjection } from '../asking/ask-for-reviews.ts'
import { reviewPhotographs } from '../review.ts'
import {
  eraseReview,
  readReviewPage,
  readReviewPath,
  reservePhotograph,
  saveReview,
  wishRequests,
} from '../reviews.contract.ts'
import { readOpening, readPage } from './read-review-page.ts'
import { deleteReview, photographFolder, readLine, storeReview } from './save-review.ts'

const changes: Rate = { max: 30, perSeconds: 600 }
const uploads: Rate = { max: 20, perSeconds: 86_400 }
/** Longer than a slow connection needs for one photograph. */
const uploadSeconds = 900

/** `links`: of the review pages; `orderLinks`: of the order pages. `storageSecret` signs the addresses of uploads. */
type Options = { links: OrderLinks; orderLinks: OrderLinks; storageSecret: string }

/** Reviews as buyers write them, for the holder of an order's review link, who bought it. */
export function reviewsByLinkApi({ links, orderLinks, storageSecret }: Options): Hono<Env> {
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
    handle(readReviewPage, ({ c, db, query: { token } }) => {
      setPrivate(c)
      return limitWrongLinks(c, () =>
        db.asService(async (tx) => readPage(tx, (await orderByLink(tx, links, token, { hasEnd: false })).id)),
      )
    }),
    handle(readReviewPath, async ({ c, db, query: { token } }) => {
      setPrivate(c)
      const path = await limitWrongLinks(c, () =>
        db.asService(async (tx) => findReviewPath(tx, links, (await orderByLink(tx, orderLinks, token)).id)),
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
    handle(reservePhotograph, async ({ c, db, body: { token, line } }) => {
      setPrivate(c)
      const { id, now } = await limitWrongLinks(c, () =>
        db.asService(async (tx) => {
          const order = await orderByLink(tx, links, token, { hasEnd: false })
          await readLine(tx, order.id, line)
          return { id: order.id, now: await shopNow(tx) }
        }),
      )
      await requireWithinRate(c, { bucket: 'review-photograph', key: id, rate: uploads })
      const name = `${photographFolder(id, line)}${randomUuid()}`
      const object = `${reviewPhotographs}/${name}`
      const grant = { purpose: 'upload', object, owner: null, upsert: false } as const
      return { name, token: await signGrant(grant, { secret: storageSecret, now, seconds: uploadSeconds }) }
    }),
  )
}

function setPrivate(c: Context<Env>): void {
  c.header('X-Robots-Tag', 'noindex')
}

async function findReviewPath(tx: Tx, links: OrderLinks, id: string): Promise<string | null> {
  if (!(await readOpening(tx, id)).isOpen) return null
  const { link_version: linkVersion } = await tx
    .selectFrom('pre_orders')
    .select('link_version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return links.pathOf({ id, linkVersion })
}
