import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import { requirePerson } from '#platform/auth/require-person.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { requireOwnPage } from '#platform/pages/own-pages.ts'
import type { WaitlistDeps } from './waitlist-deps.ts'
import {
  confirmWaitlistEntry,
  findWaitlistPlace,
  JoinBody,
  joinWaitlist,
  leaveEveryList,
  leaveWaitlist,
} from './waitlist-entries.ts'
import { countWaitlist, readWaitlistFacts } from './waitlist-queries.ts'

const perClient: Rate = { max: 10, perSeconds: 600 }
const perAddress: Rate = { max: 5, perSeconds: 3_600 }

const Token = z.object({ token: z.string().max(200) })

/** The action of a button of the page, in the form field `say`. */
const Action = z.enum(['leave', 'never'])

/**
 * The waitlist, mounted at /functions/v1. POST join-waiting-list returns `{ received: true }` for any address, new or
 * known; refuses bad_request with the fields in `details`, not_found, conflict (it can be ordered),
 * over_request_rate_limit. GET waiting-facts is for pages. POST waiting-place, leave-waiting-list and confirm-waiting
 * are for holders of an e-mail link; GET leave-waiting-list changes nothing. GET waiting-counts is for administrators
 * alone.
 */
export function waitlistApi(waitlist: WaitlistDeps): Hono<Env> {
  const { db, queue, links, accounts } = waitlist

  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .post('/join-waiting-list', async (c) => {
      c.header('Cache-Control', 'no-store')
      const join = JoinBody.parse(await c.req.json())
      await take(c, { bucket: 'waiting', key: limitKey(c.var.clientIp), rate: perClient })
      if (join.trap) return c.json({ received: true })
      await requirePerson(accounts, c, join.captcha_token)
      const address = accounts.keyedHash(join.email, 'waiting limit')
      await take(c, { bucket: 'waiting.address', key: address, rate: perAddress })
      await db.asService((tx) => joinWaitlist(tx, queue, { ...join, ip: c.var.clientIp }), requestContextOf(c))
      return c.json({ received: true })
    })
    .get('/waiting-facts', async (c) => c.json(await db.asService(readWaitlistFacts)))
    .get('/waiting-counts', async (c) => {
      c.header('Cache-Control', 'no-store')
      await requireAdministrator(db, c)
      return c.json(await db.asService(countWaitlist))
    })
    .post('/waiting-place', async (c) => {
      c.header('Cache-Control', 'no-store')
      const { token } = Token.parse(await c.req.json())
      const place = await db.asService((tx) => findWaitlistPlace(tx, links, token))
      if (!place) throw new AppError('bad_request', 'This link is incomplete or isn’t one of ours.')
      return c.json(place)
    })
    .get('/leave-waiting-list', (c) => {
      const token = c.req.query('token') ?? ''
      return c.redirect(links.read(token) ? `/waiting-list?token=${token}` : '/waiting-list', 303)
    })
    .post('/leave-waiting-list', async (c) => {
      const token = c.req.query('token') ?? ''
      const id = links.read(token) ?? (await confirmableId(token))
      const actionText = new URLSearchParams(await c.req.text()).get('say')
      if (actionText === null) {
        // One-click unsubscribe (RFC 8058): the token alone is enough, whatever the body.
        if (!id) throw new AppError('bad_request', 'This link is incomplete or isn’t one of ours.')
        await db.asService((tx) => leaveWaitlist(tx, id), requestContextOf(c))
        return c.text('You’re off the list.')
      }
      requireOwnPage(c)
      const action = Action.safeParse(actionText).data
      // The response is a page for a person, which explains the invalid link.
      if (!id || !action) return c.redirect('/waiting-list', 303)
      await db.asService(
        (tx) => (action === 'never' ? leaveEveryList(tx, queue, id) : leaveWaitlist(tx, id)),
        requestContextOf(c),
      )
      return c.redirect(`/waiting-list?left=${action}`, 303)
    })
    .post('/confirm-waiting', async (c) => {
      const token = new URLSearchParams(await c.req.text()).get('token') ?? ''
      await db
        .asService((tx) => confirmWaitlistEntry(tx, links, token), requestContextOf(c))
        .catch((error: unknown) => {
          // The page reads the state again and shows it.
          if (!(error instanceof AppError)) throw error
        })
      return c.redirect(`/waiting-list?token=${encodeURIComponent(token.slice(0, 200))}`, 303)
    })

  /** A confirmation link may also be used to leave. */
  async function confirmableId(token: string): Promise<string | null> {
    const place = await db.asService((tx) => findWaitlistPlace(tx, links, token))
    return place ? links.idIn(token) : null
  }
}

async function take(c: Context<Env>, { bucket, key, rate }: { bucket: string; key: string; rate: Rate }) {
  if (await c.var.rateLimiter.consume(bucket, key, rate)) return
  throw new AppError('over_request_rate_limit', 'Too many tries. Please wait a few minutes and try again.')
}
