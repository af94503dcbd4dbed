import type { Context, Hono } from 'hono'
import { z } from 'zod'
import type { AuthDeps } from '#platform/auth/auth-deps.ts'
import { requirePerson } from '#platform/auth/captcha.ts'
import type { Db } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import { requireOwnPage } from '#platform/http/limits/own-pages.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import {
  confirmByLink,
  countWaiting,
  findPlace,
  joinWaitlist,
  leaveByLink,
  openLeaving,
  readFacts,
} from './waitlist.contract.ts'
import {
  addToWaitlist,
  confirmWaitlistEntry,
  findWaitlistPlace,
  leaveEveryList,
  leaveWaitlist,
  type WaitlistLinks,
} from './waitlist-entries.ts'
import { countWaitlist, readWaitlistFacts } from './waitlist-queries.ts'

const perClient: Rate = { max: 10, perSeconds: 600 }
const perAddress: Rate = { max: 5, perSeconds: 3_600 }

/** The action of a button of the page, in the form field `say`. */
const Action = z.enum(['leave', 'never'])

/** The waitlist. The token of an e-mail's link is the authorization. */
export function waitlistApi({ authDeps, links }: { authDeps: AuthDeps; links: WaitlistLinks }): Hono<Env> {
  const { queue } = authDeps
  return endpoints(
    handle(joinWaitlist, async ({ c, db, body }) => {
      await take(c, { bucket: 'waiting', key: limitKey(c.var.clientIp), rate: perClient })
      if (body.trap) return { received: true }
      await requirePerson(authDeps, c, body.captcha_token)
      const address = authDeps.keyedHash(body.email, 'waiting limit')
      await take(c, { bucket: 'waiting.address', key: address, rate: perAddress })
      await db.asService((tx) => addToWaitlist(tx, queue, { ...body, ip: c.var.clientIp }))
      return { received: true }
    }),
    handle(readFacts, ({ db }) => db.asService(readWaitlistFacts)),
    handle(countWaiting, ({ db }) => db.asService(countWaitlist)),
    handle(findPlace, async ({ db, body }) => {
      const place = await db.asService((tx) => findWaitlistPlace(tx, links, body.token))
      if (place) return place
      throw new AppError('bad_request', 'This link is incomplete or isn’t one of ours.')
    }),
    handle(openLeaving, async ({ c, query: { token } }) =>
      c.redirect(links.read(token) ? `/waiting-list?token=${token}` : '/waiting-list', 303),
    ),
    handle(leaveByLink, async ({ c, db }) => {
      const token = c.req.query('token') ?? ''
      const id = links.read(token) ?? (await confirmableId(db, token))
      const actionText = new URLSearchParams(await c.req.text()).get('say')
      if (actionText === null) {
        // One-click unsubscribe (RFC 8058): the token alone is enough, whatever the body.
        if (!id) throw new AppError('bad_request', 'This link is incomplete or isn’t one of ours.')
        await db.asService((tx) => leaveWaitlist(tx, id))
        return c.text('You’re off the list.')
      }
      requireOwnPage(c)
      const action = Action.safeParse(actionText).data
      // The response is a page for a person, which explains the invalid link.
      if (!id || !action) return c.redirect('/waiting-list', 303)
      await db.asService((tx) => (action === 'never' ? leaveEveryList(tx, queue, id) : leaveWaitlist(tx, id)))
      return c.redirect(`/waiting-list?left=${action}`, 303)
    }),
    handle(confirmByLink, async ({ c, db }) => {
      const token = new URLSearchParams(await c.req.text()).get('token') ?? ''
      await db
        .asService((tx) => confirmWaitlistEntry(tx, links, token))
        .catch((error: unknown) => {
          // The page reads the state again and shows it.
          if (!(error instanceof AppError)) throw error
        })
      return c.redirect(`/waiting-list?token=${encodeURIComponent(token.slice(0, 200))}`, 303)
    }),
  )

  /** A confirmation link may also be used to leave. */
  async function confirmableId(db: Db, token: string): Promise<string | null> {
    const place = await db.asService((tx) => findWaitlistPlace(tx, links, token))
    return place ? links.idIn(token) : null
  }
}

async function take(c: Context<Env>, { bucket, key, rate }: { bucket: string; key: string; rate: Rate }) {
  if (await c.var.rateLimiter.consume(bucket, key, rate)) return
  throw new AppError('over_request_rate_limit', 'Too many tries. Please wait a few minutes and try again.')
}
