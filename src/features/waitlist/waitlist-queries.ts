import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import type { WaitlistCount, WaitlistFacts } from './waitlist.contract.ts'

type FactsRow = WaitlistFacts['absent'][number]

/** More inactive products than a shop of this size has; beyond it the oldest are not found. */
const mostAbsent = 500

/**
 * The ids of sold-out products, and the inactive products that were public, with only the fields of their page, since
 * any caller may read them. The fields have their last public values: later changes are unpublished.
 */
export async function readWaitlistFacts(tx: Tx): Promise<WaitlistFacts> {
  const full = await tx
    .selectFrom('private.product_availability')
    .select('product_id')
    .where('sold_out_since', 'is not', null)
    .execute()
  const { rows } = await sql<FactsRow>`
    select p.id, p.name, p.slug, p.sizes, p.colour,
      case when f.face ->> 'url' is not null then jsonb_build_object('url', f.face ->> 'url',
        'alt', coalesce(nullif(f.face ->> 'alt', ''), p.name), 'width', case when f.sized then f.face -> 'width' else '1200' end,
        'height', case when f.sized then f.face -> 'height' else '1600' end, 'blur', f.face -> 'blur') end as picture
      from public.products g join private.product_availability s on s.product_id = g.id
      cross join lateral jsonb_populate_record(g, coalesce(s.last_public, '{}')) p
      cross join lateral (select p.pictures -> 0 as face,
        coalesce((p.pictures -> 0 ->> 'width')::numeric * (p.pictures -> 0 ->> 'height')::numeric > 0, false) as sized) f
     where not g.active order by s.published_at desc, p.id limit ${mostAbsent}`.execute(tx)
  return { full: full.map((row) => row.product_id), absent: rows }
}

/** Waiting customers by product and requested size, without notified and unconfirmed ones. */
export async function countWaitlist(tx: Tx): Promise<WaitlistCount[]> {
  const { rows } = await sql<WaitlistCount>`
    select w.product_id, w.size, count(*)::int as waiting from private.waitlist w
     where w.notified_at is null and w.confirmed_at is not null
       and not exists (select from private.suppressions n where n.address_hash = private.address_hash(w.email))
     group by w.product_id, w.size order by w.product_id, w.size`.execute(tx)
  return rows
}

/** The waitlist entries of an address, for the customer's data export. `email`: lower-case and verified. */
export async function collectWaitlist(tx: Tx, email: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select p.name as garment, w.size, w.requested_at as asked_at, w.source, w.consent_text as agreed_to, w.consent_ip as ip_address,
      w.confirmed_at, w.notified_at as told_at
      from private.waitlist w left join public.products p on p.id = w.product_id
     where w.email = ${email} order by w.requested_at, w.id`.execute(tx)
  return rows
}

/** Deletes an address from every waitlist, with the e-mails about it. `email`: lower-case. */
export async function eraseWaitlist(tx: Tx, email: string): Promise<void> {
  await sql`delete from private.waitlist where email = ${email}`.execute(tx)
  await sql`
    delete from private.mailbox m using private.outbox o
     where o.message_id = m.message_id and o.kind like 'waitlist\\_%' and lower(o.recipient) = ${email}`.execute(tx)
  await sql`delete from private.outbox where kind like 'waitlist\\_%' and lower(recipient) = ${email}`.execute(tx)
}

const unconfirmedDays = 30
const notifiedDays = 7
const longestMonths = 12

/**
 * Notifies the waitlists of all available products. A periodic run is needed because a pre-order becomes available when
 * it ends, without a change of a row; it also notifies further customers of units that are still free after a day, and
 * catches missed changes.
 */
export async function notifyWaitlists(db: Db): Promise<void> {
  const { rows } = await db.asService((tx) =>
    sql<{ id: string }>`
      select p.id from public.products p
       where (p.preorder_limit is not null
         or (p.active and exists (select from private.waitlist w where w.product_id = p.id and w.notified_at is null)))
       order by p.id`.execute(tx),
  )
  for (const { id } of rows) await db.asService((tx) => sql`select private.update_availability(${id})`.execute(tx))
}

/**
 * Deletes waitlist rows a week after their notification; unconfirmed ones after 30 days; all after twelve months; those
 * of suppressed addresses; and those of deleted products.
 */
export async function deleteOldWaitlistEntries(db: Db): Promise<void> {
  await db.asService((tx) =>
    sql`delete from private.waitlist w
      where ((w.notified_at < public.shop_now() - ${notifiedDays} * interval '1 day')
        or (w.confirmed_at is null and w.requested_at < public.shop_now() - ${unconfirmedDays} * interval '1 day')
        or (w.requested_at < public.shop_now() - ${longestMonths} * interval '1 month')
        or exists (select from private.suppressions n where n.address_hash = private.address_hash(w.email))
        or not exists (select from public.products p where p.id = w.product_id))`.execute(tx),
  )
  // The e-mails are deleted too: their rows contain the address.
  await db.asService((tx) =>
    sql`delete from private.outbox o
      where o.kind like 'waitlist\\_%' and o.state in ('sent', 'dropped', 'failed')
        and o.created_at < public.shop_now() - ${unconfirmedDays} * interval '1 day'
        and not exists (select from private.waitlist w where w.id::text = o.data ->> 'waitingId')`.execute(tx),
  )
}
