import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'

const unconfirmedDays = 30
const toldDays = 7
const longestMonths = 12

/**
 * Looks at every garment somebody waits for, and at every limited one: a pre-order's end lets it be ordered again without
 * anybody changing a row, more are told of places that are still free after a day, and nobody is passed over twice.
 */
export async function seeToGarments(db: Db): Promise<void> {
  const { rows } = await db.asService((tx) =>
    sql<{ id: string }>`
      select p.id from public.products p
       where (p.preorder_limit is not null
         or (p.active and exists (select from private.waiting_list w where w.product_id = p.id and w.told_at is null)))
       order by p.id`.execute(tx),
  )
  for (const { id } of rows) await db.asService((tx) => sql`select private.see_to_garment(${id})`.execute(tx))
}

/**
 * Forgets who was told, a week after; who never said by the letter that it was she, after 30 days; whoever waited for
 * twelve months; whoever wants no letters; and who waits for a garment that was deleted.
 */
export async function forgetWaiting(db: Db): Promise<void> {
  await db.asService((tx) =>
    sql`delete from private.waiting_list w
      where ((w.told_at < public.shop_now() - ${toldDays} * interval '1 day')
        or (w.confirmed_at is null and w.asked_at < public.shop_now() - ${unconfirmedDays} * interval '1 day')
        or (w.asked_at < public.shop_now() - ${longestMonths} * interval '1 month')
        or exists (select from private.suppressions n where n.address_hash = private.address_hash(w.email))
        or not exists (select from public.products p where p.id = w.product_id))`.execute(tx),
  )
  // What told her goes with it: a letter's row holds her address too.
  await db.asService((tx) =>
    sql`delete from private.outbox o
      where o.kind like 'waiting\\_%' and o.state in ('sent', 'dropped', 'failed')
        and o.created_at < public.shop_now() - ${unconfirmedDays} * interval '1 day'
        and not exists (select from private.waiting_list w where w.id::text = o.data ->> 'waitingId')`.execute(tx),
  )
}
