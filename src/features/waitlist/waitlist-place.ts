import { sql } from 'kysely'
import { maskAddress } from '#features/subscribers/mask-address.ts'
import { unsubscribeAddress } from '#features/subscribers/unsubscribe-by-link.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { WaitlistLinks } from './waitlist-links.ts'

/** The state behind an e-mail link. `address`: masked, so that only the customer recognises it. */
export type WaitlistPlace = {
  state: 'waiting' | 'unconfirmed' | 'told' | 'gone'
  address: string | null
  garment: { name: string; slug: string; isActive: boolean } | null
}

type Row = { email: string; state: WaitlistPlace['state']; name: string | null; slug: string; active: boolean }

/** The state behind an e-mail token; null for any other text. */
export async function findWaitlistPlace(tx: Tx, links: WaitlistLinks, token: string): Promise<WaitlistPlace | null> {
  const leaving = links.read(token)
  const id = leaving ?? links.idIn(token)
  if (!id) return null
  const { rows } = await sql<Row>`
    select w.email, p.name, p.slug, p.active,
      case when w.notified_at is not null then 'told' when w.confirmed_at is null then 'unconfirmed' else 'waiting' end as state
      from private.waitlist w left join public.products p on p.id = w.product_id where w.id = ${id}`.execute(tx)
  const [row] = rows
  // The row may be deleted while the e-mail still exists; no further e-mail is sent then.
  if (!row) return leaving ? { state: 'gone', address: null, garment: null } : null
  if (!leaving && !links.confirms(token, row.email)) return null
  const { state, email, name, slug, active } = row
  return { state, address: maskAddress(email), garment: name === null ? null : { name, slug, isActive: active } }
}

/**
 * Confirms a waitlist request by its e-mail link; a second press changes nothing. If the product is available by now,
 * the customer is notified immediately. Refuses bad_request for a token that was not sent to this address.
 */
export async function confirmWaitlistEntry(tx: Tx, links: WaitlistLinks, token: string): Promise<void> {
  const id = links.idIn(token)
  const row = id
    ? await tx
        .selectFrom('private.waitlist')
        .select(['id', 'email', 'product_id', 'confirmed_at'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!row || !links.confirms(token, row.email))
    throw new AppError('bad_request', 'This link doesn’t match a waiting list.')
  if (row.confirmed_at) return
  await sql`update private.waitlist set confirmed_at = public.shop_now() where id = ${row.id}`.execute(tx)
  await sql`select private.update_availability(${row.product_id})`.execute(tx)
}

/** Leaves the waitlist of this product. Deletes the row. */
export async function leaveWaitlist(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('private.waitlist').where('id', '=', id).execute()
}

/** Records an objection to all marketing e-mails: deletes the address from every list and suppresses it. */
export async function leaveEveryList(tx: Tx, queue: Queue, id: string): Promise<void> {
  const row = await tx.selectFrom('private.waitlist').select('email').where('id', '=', id).executeTakeFirst()
  if (!row) return
  await unsubscribeAddress(tx, queue, { email: row.email, reason: 'unsubscribed' })
  await tx.deleteFrom('private.waitlist').where('email', '=', row.email).execute()
}
