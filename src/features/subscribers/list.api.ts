import type { Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'
import { typedAddress } from '#platform/email/address.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle, mediaTypeOf } from '#platform/http/handle.ts'
import { requireOwnPage } from '#platform/pages/own-pages.ts'
import {
  confirmSignUp,
  findPlaceOnList,
  openUnsubscribe,
  type PlaceOnList,
  reportMailProblem,
  unsubscribe,
} from './list.contract.ts'
import { type ConfirmLinks, maskAddress, type SubscriberDeps } from './subscriber-deps.ts'
import { isUndoable, undoUnsubscribe, unsubscribeAddress, unsubscribeByLink } from './unsubscribe-by-link.ts'

/** The action of a button of the page, in the form field `say`. */
const Action = z.enum(['unsubscribed', 'complaint', 'mistake'])

/** Confirming and unsubscribing by an e-mail link. Its token is the authorization, so no API key is required. */
export function listApi(list: Omit<SubscriberDeps, 'db'>): Hono<Env> {
  const { queue, links, confirmLinks } = list

  function signupOf(token: string): string {
    const id = links.read(token)
    if (id) return id
    throw new AppError('bad_request', 'This link is incomplete or isn’t one of ours.')
  }

  return endpoints(
    handle(openUnsubscribe, async ({ c, query: { token } }) =>
      c.redirect(links.read(token) ? `/unsubscribe?token=${token}` : '/unsubscribe', 303),
    ),
    handle(unsubscribe, async ({ c, db, body }) => {
      if (body) {
        const signupId = signupOf(body.token)
        await db.asService((tx) => unsubscribeByLink(tx, queue, { signupId, reason: body.reason }))
        return { unsubscribed: true }
      }
      const token = c.req.query('token') ?? ''
      const isForm = mediaTypeOf(c) === 'application/x-www-form-urlencoded'
      const form = isForm ? new URLSearchParams(await c.req.text()) : null
      if (!form?.has('say')) {
        // One-click unsubscribe (RFC 8058): the token alone is enough, whatever the body.
        const signupId = signupOf(token)
        await db.asService((tx) => unsubscribeByLink(tx, queue, { signupId, reason: 'unsubscribed' }))
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
      })
      return c.redirect(`/unsubscribe?token=${token}`, 303)
    }),
    handle(confirmSignUp, async ({ c, db, body }) => {
      if (body) {
        await db.asService((tx) => confirmAddress(tx, confirmLinks, body.token))
        return { confirmed: true }
      }
      const token = new URLSearchParams(await c.req.text()).get('token') ?? ''
      await db
        .asService((tx) => confirmAddress(tx, confirmLinks, token))
        .catch((error: unknown) => {
          // The page reads the state again and shows it.
          if (!(error instanceof AppError)) throw error
        })
      return c.redirect(`/confirm-sign-up?token=${encodeURIComponent(token.slice(0, 200))}`, 303)
    }),
    handle(findPlaceOnList, async ({ db, body }) => {
      const place = await db.asService((tx) => findPlace(tx, list, body.token))
      if (place) return place
      throw new AppError('bad_request', 'This link is incomplete or isn’t one of ours.')
    }),
    handle(reportMailProblem, async ({ db, body: { email, kind } }) => {
      const address = typedAddress(email)
      if (!address) throw new AppError('bad_request', 'This is not an e-mail address.')
      await db.asService((tx) => unsubscribeAddress(tx, queue, { email: address, reason: kind }))
      return { recorded: true }
    }),
  )
}

/**
 * Confirms a sign-up by its e-mail link: the address gets e-mail from now on, and earlier objections are removed. A
 * second press changes nothing. Refuses bad_request for a token that was not sent to the sign-up's current address, and
 * conflict for an objection made after the e-mail was sent.
 */
async function confirmAddress(tx: Tx, confirmLinks: ConfirmLinks, token: string): Promise<void> {
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

type Row = { id: string; email: string; state: PlaceOnList['state']; may_take_back: boolean; complained: boolean }

/** The state behind an unsubscribe or confirmation token; null for any other text. */
async function findPlace(
  tx: Tx,
  { links, confirmLinks }: Pick<SubscriberDeps, 'links' | 'confirmLinks'>,
  token: string,
): Promise<PlaceOnList | null> {
  const leaving = links.read(token)
  const id = leaving ?? confirmLinks.idIn(token)
  if (!id) return null
  const { rows } = await sql<Row>`
    select s.id, s.email, ${isUndoable} as may_take_back,
      coalesce(unsubscribe_reason = 'complaint', false) as complained,
      case when private.can_email(s) then 'on'
        when unsubscribed_at is null and confirmed_at is null then 'unconfirmed' else 'off' end as state
    from public.email_signups s where s.id = ${id}`.execute(tx)
  const [row] = rows
  // The row may be deleted while the e-mail still exists; no further e-mail is sent then.
  if (!row) return leaving ? { state: 'off', address: null, may_take_back: false, complained: false } : null
  if (!leaving && !confirmLinks.isFor(token, row.email)) return null
  return {
    state: row.state,
    address: maskAddress(row.email),
    may_take_back: row.may_take_back,
    complained: row.complained,
  }
}
