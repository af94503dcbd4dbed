import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'

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
