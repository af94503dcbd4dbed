import type { Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import { shopDate } from '#base/shop-clock.ts'
import { noteInAudit } from '#platform/database/audit-log.ts'
import type { Tx } from '#platform/database/db.ts'
import { maskAddress, typedAddress } from '#platform/email/address.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { mediaTypeOf } from '#platform/http/headers.ts'
import { requireOwnPage } from '#platform/http/limits/own-pages.ts'
import { shop } from '#shop'
import { beginErasure, eraseAddress } from './erase-address.ts'
import { countSubscribers, exportSubscribers, findSubscribers } from './find-subscribers.ts'
import { addFromList } from './import-subscribers.ts'
import { previewList, refuseFileName } from './read-addresses.ts'
import type { ConfirmLinks, SubscriberDeps } from './subscriber-deps.ts'
import {
  confirmSignUp,
  eraseSubscriber,
  exportList,
  findPlaceOnList,
  importSubscribers,
  listSubscribers,
  openUnsubscribe,
  type PlaceOnList,
  previewSubscribers,
  reportMailProblem,
  unsubscribe,
  unsubscribeSubscriber,
} from './subscribers.contract.ts'
import { isUndoable, undoUnsubscribe, unsubscribeAddress, unsubscribeByLink } from './unsubscribe-by-link.ts'

const pageLength = 50

/** The action of a button of the page, in the form field `say`. */
const Action = z.enum(['unsubscribed', 'complaint', 'mistake'])

/**
 * The list for administrators, and confirming and unsubscribing by an e-mail link, whose token is the authorization.
 * The audit log records exports, imports, objections and erasures with their user and without an address.
 */
export function subscribersApi(list: Omit<SubscriberDeps, 'db'>): Hono<Env> {
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
    handle(listSubscribers, ({ db, query: { after, ...filter } }) =>
      db.asService(async (tx) => ({
        ...(await findSubscribers(tx, filter, { after: after || null, limit: pageLength })),
        counts: await countSubscribers(tx),
      })),
    ),
    handle(exportList, async (call) => {
      const { c, db, query } = call
      // The search text may be an address, which must not enter a log that is never erased.
      const after = { state: query.state, searched: query.q !== '' }
      await db.asService((tx) =>
        noteInAudit(tx, { actor: call.claims.sub, table: 'email_signups', action: 'export', after }),
      )
      const day = shopDate(new Date())
      return c.body(exportSubscribers({ db, log: c.var.log }, query), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${shop.shortName}-subscribers-${day}.csv"`,
      })
    }),
    handle(previewSubscribers, async ({ body: { csv, file_name, columns } }) => {
      refuseFileName(file_name)
      return previewList(csv, columns)
    }),
    handle(importSubscribers, async (call) => {
      const { db, body } = call
      const imported = await addFromList(db, body)
      const { invalid, ignored, columns, ...counts } = imported
      const after = {
        ...counts,
        ...{ invalid: invalid.length, ignored: ignored.length, source: body.source, consent_text: body.consent_text },
        // Without the headings, which could be an address of a file without any.
        columns: columns.map(({ at, means }) => ({ at, means })),
      }
      await db.asService((tx) =>
        noteInAudit(tx, { actor: call.claims.sub, table: 'email_signups', action: 'import', after }),
      )
      return imported
    }),
    handle(eraseSubscriber, async (call) => {
      const { db, body } = call
      await db.asService(async (tx) => {
        await beginErasure(tx)
        await eraseAddress(tx, await lockAddress(tx, body.id))
        await noteInAudit(tx, { actor: call.claims.sub, table: 'email_signups', row: body.id, action: 'erase' })
      })
      return { erased: true }
    }),
    handle(unsubscribeSubscriber, async (call) => {
      const { db, body } = call
      await db.asService(async (tx) => {
        await lockAddress(tx, body.id)
        await unsubscribeByLink(tx, queue, { signupId: body.id, reason: 'unsubscribed' })
        await noteInAudit(tx, { actor: call.claims.sub, table: 'email_signups', row: body.id, action: 'unsubscribe' })
      })
      return { unsubscribed: true }
    }),
  )
}

async function lockAddress(tx: Tx, id: string): Promise<string> {
  const row = await tx.selectFrom('email_signups').select('email').where('id', '=', id).forUpdate().executeTakeFirst()
  if (row) return row.email
  throw new AppError('not_found', 'This subscriber is no longer on the list.')
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
