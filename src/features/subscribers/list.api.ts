import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'
import { typedAddress } from '#platform/email/address.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import { requireOwnPage } from '#platform/pages/own-pages.ts'
import type { ConfirmLinks } from './confirm-link.ts'
import { findPlace } from './place-on-list.ts'
import type { SubscriberDeps } from './subscriber-deps.ts'
import { undoUnsubscribe } from './undo-unsubscribe.ts'
import { unsubscribeAddress, unsubscribeByLink } from './unsubscribe-by-link.ts'

const Token = z.string().max(200)
const TokenBody = z.object({ token: Token })
const LeaveBody = TokenBody.extend({ reason: z.enum(['unsubscribed', 'complaint']).default('unsubscribed') })
const ProblemBody = z.object({ email: z.string(), kind: z.enum(['complaint', 'bounced']) })

/** The action of a button of the page, in the form field `say`. */
const Action = z.enum(['unsubscribed', 'complaint', 'mistake'])

/**
 * Confirming and unsubscribing by an e-mail link, mounted at /functions/v1, for any holder of a link: POST unsubscribe,
 * GET unsubscribe (redirects to the page, changes nothing), POST confirm-sign-up, POST list-place. POST
 * report-mail-problem requires the service key. A link's token is the authorization, so no API key is required.
 */
export function listApi(list: SubscriberDeps): Hono<Env> {
  const { db, queue, links, confirmLinks } = list

  function signupOf(token: string): string {
    const id = links.read(token)
    if (id) return id
    throw new AppError('bad_request', 'This link is incomplete or isn’t one of ours.')
  }

  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/unsubscribe', (c) => {
      const token = c.req.query('token') ?? ''
      return c.redirect(links.read(token) ? `/unsubscribe?token=${token}` : '/unsubscribe', 303)
    })
    .post('/unsubscribe', async (c) => {
      const type = mediaType(c)
      if (type === 'application/json') {
        const { token, reason } = LeaveBody.parse(await c.req.json())
        const signupId = signupOf(token)
        await db.asService((tx) => unsubscribeByLink(tx, queue, { signupId, reason }), requestContextOf(c))
        return c.json({ unsubscribed: true })
      }
      const token = c.req.query('token') ?? ''
      const form = type === 'application/x-www-form-urlencoded' ? new URLSearchParams(await c.req.text()) : null
      if (!form?.has('say')) {
        // One-click unsubscribe (RFC 8058): the token alone is enough, whatever the body.
        const signupId = signupOf(token)
        await db.asService(
          (tx) => unsubscribeByLink(tx, queue, { signupId, reason: 'unsubscribed' }),
          requestContextOf(c),
        )
        return c.text('You’re off the list.')
      }
      requireOwnPage(c)
      const action = Action.safeParse(form.get('say')).data
      const signupId = links.read(token)
      // The response is a page for a person, which explains the invalid link.
      if (!signupId || !action) return c.redirect('/unsubscribe', 303)
      await db.asService(async (tx) => {
        if (action === 'mistake') await undoUnsubscribe(tx, signupId)
        else await unsubscribeByLink(tx, queue, { signupId, reason: action })
      }, requestContextOf(c))
      return c.redirect(`/unsubscribe?token=${token}`, 303)
    })
    .post('/confirm-sign-up', async (c) => {
      if (mediaType(c) === 'application/json') {
        const { token } = TokenBody.parse(await c.req.json())
        await db.asService((tx) => confirmSignUp(tx, confirmLinks, token), requestContextOf(c))
        return c.json({ confirmed: true })
      }
      const token = new URLSearchParams(await c.req.text()).get('token') ?? ''
      await db
        .asService((tx) => confirmSignUp(tx, confirmLinks, token), requestContextOf(c))
        .catch((error: unknown) => {
          // The page reads the state again and shows it.
          if (!(error instanceof AppError)) throw error
        })
      return c.redirect(`/confirm-sign-up?token=${encodeURIComponent(token.slice(0, 200))}`, 303)
    })
    .post('/list-place', async (c) => {
      const { token } = TokenBody.parse(await c.req.json())
      const place = await db.asService((tx) => findPlace(tx, list, token))
      if (!place) throw new AppError('bad_request', 'This link is incomplete or isn’t one of ours.')
      return c.json(place)
    })
    .post('/report-mail-problem', async (c) => {
      if (c.var.claims.role !== 'service_role') {
        const isStranger = c.var.claims.role === 'anon'
        throw new AppError(isStranger ? 'unauthorized' : 'forbidden', 'Only the service key may call this.')
      }
      const { email, kind } = ProblemBody.parse(await c.req.json())
      const address = typedAddress(email)
      if (!address) throw new AppError('bad_request', 'This is not an e-mail address.')
      await db.asService((tx) => unsubscribeAddress(tx, queue, { email: address, reason: kind }), requestContextOf(c))
      return c.json({ recorded: true })
    })
}

function mediaType(c: Context<Env>): string {
  return c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
}

/**
 * Confirms a sign-up by its e-mail link: the address gets e-mail from now on, and earlier objections are removed. A
 * second press changes nothing. Refuses bad_request for a token that was not sent to the sign-up's current address, and
 * conflict for an objection made after the e-mail was sent.
 */
async function confirmSignUp(tx: Tx, confirmLinks: ConfirmLinks, token: string): Promise<void> {
  const id = confirmLinks.idIn(token)
  const row = id
    ? await tx
        .selectFrom('email_signups')
        .select(['id', 'email', 'confirmed_at', 'unsubscribed_at'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!row || !confirmLinks.isFor(token, row.email))
    throw new AppError('bad_request', 'This link doesn’t match a sign-up.')
  if (row.unsubscribed_at)
    throw new AppError('conflict', 'You’ve unsubscribed since this e-mail. Please sign up again.')
  if (row.confirmed_at) return
  // The objection is deleted first, so that the following statements do not see it.
  await sql`delete from private.suppressions where address_hash = private.address_hash(${row.email})`.execute(tx)
  await tx
    .updateTable('email_signups')
    .set({ confirmed_at: sql<Date>`public.shop_now()` })
    .where('id', '=', row.id)
    .execute()
}
