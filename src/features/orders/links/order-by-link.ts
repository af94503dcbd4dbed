import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Call } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { type LinkedOrder, type OrderLinks, orderPageOf } from './order-links.ts'
import { isOver, linkEndsOn } from './order-period.ts'

/** The order that a link opens, for use cases that the holder of the link may call. */
export type OrderOfLink = LinkedOrder & { orderNumber: string }

/**
 * The paid order of a link's token; `lock` locks its row until `tx` ends, `hasEnd: false` is for links that open their
 * page for as long as the order exists. Refuses not_found, with `details.reason` `ended` for a link whose time is over,
 * and `unknown` for every other token, a revoked one included.
 */
export async function orderByLink(
  tx: Tx,
  links: OrderLinks,
  token: string,
  { lock = false, hasEnd = true }: { lock?: boolean; hasEnd?: boolean } = {},
): Promise<OrderOfLink> {
  const id = links.idIn(token)
  if (!id) throw noSuchLink('unknown')
  const row = await tx
    .selectFrom('pre_orders')
    .select(['id', 'order_number', 'order_status', 'reported_paid', 'link_version', 'delivery_service'])
    .select(['created_at', 'delivery_options', 'shipped_at', 'delivered_at', 'updated_at'])
    .select(sql<Date>`public.shop_now()`.as('now'))
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row || !links.isFor(token, { id, linkVersion: row.link_version }) || !row.reported_paid) {
    throw noSuchLink('unknown')
  }
  const lastDay = linkEndsOn(row)
  if (hasEnd && lastDay && isOver(lastDay, row.now)) throw noSuchLink('ended')
  return { id: row.id, orderNumber: row.order_number, linkVersion: row.link_version }
}

function noSuchLink(reason: 'unknown' | 'ended'): AppError {
  const message = reason === 'ended' ? 'This order’s page has closed.' : 'This link doesn’t lead to any of our orders.'
  return new AppError('not_found', message, { details: { reason } })
}

const wrongLinks: Rate = { max: 30, perSeconds: 600 }

/**
 * Runs `work` for the caller of a link and limits how many wrong links one network may try. Pages rendered by this
 * program are not counted here: `limitOrderPages` counts their visitors.
 */
export async function limitWrongLinks<T>(c: Context<Env>, work: () => Promise<T>): Promise<T> {
  if (c.var.clientIp === 'local') return work()
  const key = limitKey(c.var.clientIp)
  // Counted before the work, so that requests at the same time gain nothing.
  await requireWithinRate(c, { bucket: 'order-link', key, rate: wrongLinks })
  const refund = () => c.var.rateLimiter.refundToken('order-link', key, wrongLinks)
  try {
    const result = await work()
    await refund()
    return result
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) await refund()
    throw error
  }
}

/** Runs `work` on the order of a link in one transaction, behind `limitWrongLinks`. Refuses as `orderByLink`. */
export function withOrder<T>(
  { c, db }: Pick<Call, 'c' | 'db'>,
  { links, token, ...options }: { links: OrderLinks; token: string; lock?: boolean; hasEnd?: boolean },
  work: (tx: Tx, order: OrderOfLink) => Promise<T>,
): Promise<T> {
  return limitWrongLinks(c, () => db.asService(async (tx) => work(tx, await orderByLink(tx, links, token, options))))
}

const pages: Rate = { max: 120, perSeconds: 600 }

/**
 * Middleware before the pages: limits how many pages about orders one network may open, so that tokens cannot be tried.
 */
export function limitOrderPages() {
  return createMiddleware<Env>(async (c, next) => {
    if (orderPageOf(c.req.path) === null) return next()
    if (await c.var.rateLimiter.consume('order-page', limitKey(c.var.clientIp), pages)) return next()
    c.header('Cache-Control', 'no-store')
    c.header('Retry-After', '600')
    return c.text('This page has been opened too often. Please try again in a few minutes.', 429)
  })
}

/** Refuses over_request_rate_limit once a key has used up its calls. */
export async function requireWithinRate(
  c: Context<Env>,
  { bucket, key, rate }: { bucket: string; key: string; rate: Rate },
): Promise<void> {
  if (!(await c.var.rateLimiter.consume(bucket, key, rate))) throw tooOften()
}

function tooOften(): AppError {
  return new AppError('over_request_rate_limit', 'Too many tries. Please wait a few minutes and try again.')
}
