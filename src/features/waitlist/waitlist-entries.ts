import { sql } from 'kysely'
import type { SecretFor } from '#base/secret-for.ts'
import { unsubscribeAddress } from '#features/subscribers/unsubscribe-by-link.ts'
import type { Tx } from '#platform/database/db.ts'
import { maskAddress } from '#platform/email/address.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { idNamedBy, isSigned, signId } from '#platform/secrets/signed-id.ts'
import { shop } from '#shop'
import { waitlistConsent } from './consent.ts'
import type { Join, WaitlistPlace } from './waitlist.contract.ts'

export type WaitlistLinks = ReturnType<typeof createWaitlistLinks>

/**
 * The links in waitlist e-mails, made from a row's id and verifiable by this shop alone. `siteUrl`: without a trailing
 * slash.
 */
export function createWaitlistLinks({ siteUrl, secretFor }: { siteUrl: string; secretFor: SecretFor }) {
  const secret = secretFor('waiting for a garment')
  return {
    /** The page with the state and a button to leave. */
    pageFor: (id: string) => `${siteUrl}/waiting-list?token=${signId(secret, id)}`,
    /** The same page with a button to confirm: bound to the e-mail's address. */
    confirmPageFor: ({ id, email }: { id: string; email: string }) =>
      `${siteUrl}/waiting-list?token=${signId(secret, id, email)}`,
    /** One-click unsubscribe in mail programs (RFC 8058), and the older header (RFC 2369). */
    headersFor: (id: string) => ({
      'List-Unsubscribe': `<${siteUrl}/functions/v1/leave-waiting-list?token=${signId(secret, id)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    /** The row id in a token for leaving; null if the token is not the shop's. */
    read: (token: string) => (isSigned(secret, token) ? idNamedBy(token) : null),
    /** The row id in any token, unverified. */
    idIn: idNamedBy,
    /** Whether the confirmation token was sent to this address. */
    confirms: (token: string, email: string) => isSigned(secret, token, email),
  }
}

type JoinInput = Pick<Join, 'product_id' | 'email' | 'size'> & { ip: string | null }

/**
 * Adds an address to the waitlist of a product, with its consent, and sends an e-mail: a confirmation that it is on the
 * list, or, with double opt-in, a request to confirm. An address that waits already keeps its place; one that was
 * notified may join again. A suppressed address is not stored, and the response does not reveal it. Refuses not_found
 * for a product that was never public, bad_request for a size that is not made, conflict where the product can be
 * ordered.
 */
export async function addToWaitlist(
  tx: Tx,
  queue: Queue,
  { product_id: productId, email, size, ip }: JoinInput,
): Promise<void> {
  const garment = await getAwaited(tx, productId)
  if (size !== null && !garment.sizes.includes(size)) {
    throw new AppError('bad_request', 'Please choose a size.', {
      details: [{ path: 'size', message: 'We no longer make this size. Please choose another.' }],
    })
  }
  const { rows } = await sql<{ id: string; request_count: number; confirmed_at: Date | null; day: string }>`
    insert into private.waitlist as w (product_id, email, size, source, consent_text, consent_ip, confirmed_at)
    select ${productId}, ${email}, ${size}, ${`/product/${garment.slug}`}, ${waitlistConsent}, ${ip},
        case when not r.double_opt_in then public.shop_now() end
      from private.email_settings r
     where not exists (select from private.suppressions n where n.address_hash = private.address_hash(${email}))
    on conflict on constraint waitlist_product_id_email_key do update set
      size = excluded.size, source = excluded.source, consent_text = excluded.consent_text, consent_ip = excluded.consent_ip,
      requested_at = case when w.notified_at is null then w.requested_at else excluded.requested_at end,
      request_count = w.request_count + (w.notified_at is not null)::int,
      confirmed_at = coalesce(w.confirmed_at, excluded.confirmed_at),
      notified_at = null
    returning w.id, w.request_count, w.confirmed_at,
      (public.shop_now() at time zone ${shop.timeZone})::date::text as day`.execute(tx)
  const [waiting] = rows
  if (!waiting) return
  const { id, request_count: times, confirmed_at: isConfirmed, day } = waiting
  await queueEmail(tx, queue, {
    // The request to confirm is repeated once a day: the first e-mail may be lost, or another person may have typed the
    // address.
    ...(isConfirmed
      ? { kind: 'waitlist_joined', cause: `${id}.${times}` }
      : { kind: 'waitlist_confirm', cause: `${id}.${day}` }),
    recipient: email,
    data: { waitingId: id },
  })
}

type Awaited = { slug: string; sizes: string[]; canBeOrdered: boolean }

/** A product that was public and cannot be ordered now. */
async function getAwaited(tx: Tx, productId: string): Promise<Awaited> {
  const { rows } = await sql<Awaited>`
    select p.slug, p.sizes, private.available_units(p) is distinct from 0 as "canBeOrdered"
      from public.products p join private.product_availability s on s.product_id = p.id where p.id = ${productId}`.execute(
    tx,
  )
  const [garment] = rows
  if (!garment) throw new AppError('not_found', 'We don’t have that garment.')
  if (garment.canBeOrdered) {
    throw new AppError('conflict', 'You can order it now. Please reload the page.')
  }
  return garment
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
