import type { Context, Hono } from 'hono'
import { sql } from 'kysely'
import type { AuthDeps } from '#platform/auth/auth-deps.ts'
import { requirePerson } from '#platform/auth/captcha.ts'
import type { Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { shop } from '#shop'
import { type ContactMessage, sendContact } from './contact.contract.ts'

const perClient: Rate = { max: 5, perSeconds: 600 }
const perAddress: Rate = { max: 5, perSeconds: 3_600 }

/** Messages of visitors. */
export function contactApi(deps: AuthDeps): Hono<Env> {
  return endpoints(
    handle(sendContact, async ({ c, db, claims, body }) => {
      await take(c, { bucket: 'contact', key: limitKey(c.var.clientIp), rate: perClient })
      if (body.trap) return { received: true }
      await requirePerson(deps, c, body.captcha_token)
      const address = deps.keyedHash(body.email.toLowerCase(), 'contact limit')
      await take(c, { bucket: 'contact.address', key: address, rate: perAddress })
      const userId = claims.role === 'authenticated' ? (claims.sub ?? null) : null
      await db.asService((tx) => queueContact(deps, tx, { ...body, userId }))
      return { received: true }
    }),
  )
}

async function take(c: Context<Env>, { bucket, key, rate }: { bucket: string; key: string; rate: Rate }) {
  if (await c.var.rateLimiter.consume(bucket, key, rate)) return
  throw new AppError(
    'over_request_rate_limit',
    'That’s a lot of messages in a short time. Please wait a few minutes and try again.',
  )
}

type Writer = Pick<AuthDeps, 'queue' | 'keyedHash'>

/**
 * Queues a message for the shop and the receipt for the visitor; both are sent after `tx` commits, and a known `id`
 * queues nothing more. An address gets one receipt a day, without any of the message, since it may be another person's;
 * a complaint about data gets its own receipt, which the law requires.
 */
async function queueContact(
  { queue, keyedHash }: Writer,
  tx: Tx,
  { id, topic, name, email, message, order_number: orderNumber, userId }: ContactMessage & { userId: string | null },
): Promise<void> {
  const now = await tx
    .selectNoFrom([
      sql<Date>`public.shop_now()`.as('at'),
      sql<string>`(public.shop_now() at time zone ${shop.timeZone})::date::text`.as('day'),
    ])
    .executeTakeFirstOrThrow()
  const at = now.at.toISOString()
  const account = userId === null ? {} : { userId }
  const queued = await queueEmail(tx, queue, {
    kind: 'contact_message',
    cause: id,
    recipient: shop.email,
    data: { topic, orderNumber, name, email, message, at, ...account },
  })
  if (queued === 'known') return
  const address = keyedHash(email.toLowerCase(), 'contact receipt')
  await queueEmail(tx, queue, {
    kind: 'contact_receipt',
    cause: [address, now.day, ...(topic === 'data' ? [topic] : [])].join('.'),
    recipient: email,
    data: { topic, at, ...account },
  })
}
