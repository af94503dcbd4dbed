import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { heightBounds } from '#features/catalogue/sizes/size.ts'
import { limitWrongLinks, orderByLink, requireWithinRate } from '#features/orders/links/order-by-link.ts'
import type { OrderLinks } from '#features/orders/links/order-links.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { randomUuid } from '#platform/random-uuid.ts'
import { shopNow, signGrant } from '#platform/storage/objects/signed.ts'
import { writtenText } from '#platform/text/kept-schemas.ts'
import { keptLine } from '#platform/text/kept-text.ts'
import { setObjection } from '../asking/ask-for-reviews.ts'
import { fits, longestName, longestWords, mostPhotographs, reviewPhotographs } from '../review.ts'
import { readOpening, readReviewPage } from './read-review-page.ts'
import { eraseReview, photographFolder, readLine, saveReview } from './save-review.ts'

const Token = z.string().max(200)
const Line = z.object({ token: Token, line: z.int().positive() })
const heightMessage = `Please give your height in whole centimetres, from ${heightBounds[0]} to ${heightBounds[1]}, or leave it out.`

const ReviewBody = Line.extend({
  stars: z.int('Please choose from one to five stars.').min(1).max(5),
  fit: z.enum(fits, 'Please say how the size came up.'),
  words: text({ max: longestWords, missing: 'Please write a few words: they help others the most.' }),
  height_cm: z.int(heightMessage).min(heightBounds[0], heightMessage).max(heightBounds[1], heightMessage).nullish(),
  name: text({ max: longestName, missing: 'Please give the name to show. A first name is enough.' }).transform(
    keptLine,
  ),
  photographs: z
    .array(z.string().max(200))
    .max(mostPhotographs, `Please choose at most ${mostPhotographs} photographs.`)
    .default([]),
  consent: z.literal(true, 'Please agree that we may publish it. Without that we can’t.'),
})
const RequestsBody = z.object({ token: Token, wanted: z.boolean() })

const changes: Rate = { max: 30, perSeconds: 600 }
const uploads: Rate = { max: 20, perSeconds: 86_400 }
/** Longer than a slow connection needs for one photograph. */
const uploadSeconds = 900

/** `links`: of the review pages; `orderLinks`: of the order pages. `storageSecret` signs the addresses of uploads. */
type Options = { db: Db; links: OrderLinks; orderLinks: OrderLinks; storageSecret: string }

/**
 * Reviews as buyers write them, mounted at /functions/v1 and open to the holder of an order's review link, who bought
 * it. GET review-page?token= and each change return the page. POST save-review `{ token, line, stars, fit, words,
 * height_cm?, name, photographs?, consent }`, POST erase-review `{ token, line }`, POST review-requests `{ token,
 * wanted }`. POST review-photograph `{ token, line }` returns `{ name, token }`, with which the browser uploads one
 * photograph. GET review-path?token= gives the holder of an order page the path of its review page.
 */
export function reviewsByLinkApi({ db, links, orderLinks, storageSecret }: Options): Hono<Env> {
  /** Runs `work` on the order of the link, whose row is locked, and answers with the page as it is then. */
  async function change(c: Context<Env>, token: string, work: (tx: Tx, orderId: string) => Promise<void>) {
    await requireWithinRate(c, { bucket: 'review', key: limitKey(c.var.clientIp), rate: changes })
    const page = await limitWrongLinks(c, () =>
      db.asService(
        async (tx) => {
          const { id } = await orderByLink(tx, links, token, { lock: true, hasEnd: false })
          await work(tx, id)
          return readReviewPage(tx, id)
        },
        { requestId: c.var.requestId },
      ),
    )
    return c.json(page)
  }

  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/review-page', async (c) => {
      setPrivate(c)
      const token = c.req.query('token') ?? ''
      const page = await limitWrongLinks(c, () =>
        db.asService(async (tx) => readReviewPage(tx, (await orderByLink(tx, links, token, { hasEnd: false })).id)),
      )
      return c.json(page)
    })
    .get('/review-path', async (c) => {
      setPrivate(c)
      const token = c.req.query('token') ?? ''
      const path = await limitWrongLinks(c, () =>
        db.asService(async (tx) => readReviewPath(tx, links, (await orderByLink(tx, orderLinks, token)).id)),
      )
      return c.json({ path })
    })
    .post('/save-review', async (c) => {
      setPrivate(c)
      const { token, line, height_cm, consent: _, ...review } = ReviewBody.parse(await c.req.json())
      return change(c, token, (tx, orderId) =>
        saveReview(tx, orderId, { ...review, lineId: line, heightCm: height_cm ?? null }),
      )
    })
    .post('/erase-review', async (c) => {
      setPrivate(c)
      const { token, line } = Line.parse(await c.req.json())
      return change(c, token, (tx, orderId) => eraseReview(tx, orderId, line))
    })
    .post('/review-requests', async (c) => {
      setPrivate(c)
      const { token, wanted } = RequestsBody.parse(await c.req.json())
      return change(c, token, (tx, orderId) => setObjection(tx, orderId, !wanted))
    })
    .post('/review-photograph', async (c) => {
      setPrivate(c)
      const { token, line } = Line.parse(await c.req.json())
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
      return c.json({ name, token: await signGrant(grant, { secret: storageSecret, now, seconds: uploadSeconds }) })
    })
}

function setPrivate(c: Context<Env>): void {
  c.header('Cache-Control', 'no-store')
  c.header('X-Robots-Tag', 'noindex')
}

async function readReviewPath(tx: Tx, links: OrderLinks, id: string): Promise<string | null> {
  if (!(await readOpening(tx, id)).isOpen) return null
  const { link_version: linkVersion } = await tx
    .selectFrom('pre_orders')
    .select('link_version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return links.pathOf({ id, linkVersion })
}

function text({ max, missing }: { max: number; missing: string }) {
  return z
    .string(missing)
    .pipe(writtenText(max, `Please keep it to ${max} characters.`))
    .refine((text) => text !== '', missing)
}
