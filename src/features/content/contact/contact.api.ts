import { type Context, Hono } from 'hono'
import type { AuthDeps } from '#platform/auth/auth-deps.ts'
import { requirePerson } from '#platform/auth/require-person.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { ContactBody } from './contact-body.ts'
import { queueContact } from './queue-contact.ts'

const perClient: Rate = { max: 5, perSeconds: 600 }
const perAddress: Rate = { max: 5, perSeconds: 3_600 }

/**
 * Messages of visitors, mounted at /functions/v1: POST contact returns `{ received: true }`, also for a bot's message,
 * which is discarded. Refuses bad_request with the fields in `details`, over_request_rate_limit.
 */
export function contactApi(accounts: AuthDeps): Hono<Env> {
  const { db, keyedHash } = accounts
  return new Hono<Env>().onError(createErrorHandler(functionsErrorBody)).post('/contact', async (c) => {
    c.header('Cache-Control', 'no-store')
    const message = ContactBody.parse(await c.req.json())
    await take(c, { bucket: 'contact', key: limitKey(c.var.clientIp), rate: perClient })
    if (message.trap) return c.json({ received: true })
    await requirePerson(accounts, c, message.captcha_token)
    const address = keyedHash(message.email.toLowerCase(), 'contact limit')
    await take(c, { bucket: 'contact.address', key: address, rate: perAddress })
    await db.asService((tx) => queueContact(accounts, tx, { ...message, userId: signedInAs(c) }))
    return c.json({ received: true })
  })
}

async function take(c: Context<Env>, { bucket, key, rate }: { bucket: string; key: string; rate: Rate }) {
  if (await c.var.rateLimiter.consume(bucket, key, rate)) return
  throw new AppError(
    'over_request_rate_limit',
    'That’s a lot of messages in a short time. Please wait a few minutes and try again.',
  )
}

function signedInAs(c: Context<Env>): string | null {
  const { role, sub } = c.var.claims
  return role === 'authenticated' ? (sub ?? null) : null
}
