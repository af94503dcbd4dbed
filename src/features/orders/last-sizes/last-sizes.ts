import { sql } from 'kysely'
import { checkoutConsent } from '#features/cart/sizes/size-consent.ts'
import { readSizeAdvice, type SizeAdvice } from '#features/catalogue/sizes/size.ts'
import { kindsOf } from '#features/settings/kinds.ts'
import type { Tx } from '#platform/database/db.ts'
import { sizeConsent } from './size-labels.ts'

/** What a customer's last garment of a kind was made to. Heights in cm; `heel_cm` is null for flat shoes. */
export type LastSize = {
  /** The first of its kinds that the program knows, else the first that its owner gave it. */
  kind: string
  kind_name: string
  size: string
  height_cm: number | null
  heel_cm: number | null
  measurements: SizeAdvice | null
  garment: string
  /** Whether the shop still has the garment. */
  is_made: boolean
  order_number: string
  ordered_at: Date
}

/**
 * A customer's last size of each kind of garment; null without her consent. A garment that she sent back or cancelled
 * is not counted: it may not have fitted. One that was deleted is known by what was kept of it. Nothing is stored besides the consent: the orders themselves are read.
 */
export async function listLastSizes(tx: Tx, userId: string): Promise<LastSize[] | null> {
  const consent = await tx
    .selectFrom('private.size_consents')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!consent) return null
  const { rows } = await sql<Omit<LastSize, 'kind_name' | 'measurements'> & { measurements: unknown }>`
    select distinct on (sold.kind) sold.kind, p.id is not null as is_made, l.size, l.height_cm, l.heel_cm, l.size_advice as measurements, l.name as garment,
      o.order_number, o.created_at as ordered_at
    from public.pre_orders o
    join public.order_lines l on l.order_id = o.id
    left join public.products p on p.id = l.product_id
    cross join lateral (select coalesce(p.kind, p.kinds[1], (
      select coalesce(deleted.product ->> 'kind', deleted.product -> 'kinds' ->> 0) from private.deleted_products as deleted
      where deleted.id = l.product_id order by deleted.deleted_at desc limit 1)) as kind) as sold
    where sold.kind is not null and o.user_id = ${userId} and o.reported_paid and o.order_status <> 'cancelled'
      and l.quantity - l.cancelled_quantity > coalesce((
        select sum(t.quantity) from private.return_lines t join private.returns r on r.id = t.return_id
         where t.line_id = l.id and r.state <> 'refused'), 0)
    order by sold.kind, o.created_at desc, o.id, l.height_cm is null, l.position`.execute(tx)
  const names = await readKindNames(tx)
  return rows.map(({ measurements, ...row }) => ({
    ...row,
    kind_name: names.get(row.kind) ?? row.garment,
    measurements: readSizeAdvice(measurements),
  }))
}

async function readKindNames(tx: Tx): Promise<Map<string, string>> {
  const row = await tx.selectFrom('private.settings').select('value').where('name', '=', 'kinds').executeTakeFirst()
  return new Map(kindsOf(row?.value).map(({ id, name }) => [id, name]))
}

/** Gives the consent; a second time changes nothing. */
export async function giveSizeConsent(tx: Tx, userId: string): Promise<void> {
  await tx
    .insertInto('private.size_consents')
    .values({ user_id: userId, consent_text: sizeConsent })
    .onConflict((row) => row.column('user_id').doNothing())
    .execute()
}

/**
 * Keeps the consent that a customer ticked at checkout until the order is paid. Without a tick, for a guest, or where the
 * order is paid already, none is kept; the latest checkout of an order counts.
 */
export async function keepCheckoutConsent(
  tx: Tx,
  { orderId, userId, isGiven }: { orderId: string; userId: string | null; isGiven: boolean },
): Promise<void> {
  if (!isGiven || userId === null) {
    await tx.deleteFrom('private.checkout_size_consents').where('order_id', '=', orderId).execute()
    return
  }
  // The account is locked before the order, as its erasure does; a token may outlive its user.
  await sql`insert into private.checkout_size_consents (order_id, user_id, consent_text)
    select o.id, u.id, ${`${checkoutConsent.label} ${checkoutConsent.detail}`}
      from (select id from auth.users where id = ${userId} and email_confirmed_at is not null for key share) u
      cross join public.pre_orders o where o.id = ${orderId} and o.provider_state in ('creating', 'open') for share of o
    on conflict (order_id) do update
      set user_id = excluded.user_id, given_at = excluded.given_at, consent_text = excluded.consent_text`.execute(tx)
}

/**
 * Gives the consent that was ticked at the checkout of an order that is now paid; one that is there stays. The caller
 * holds the order's lock, so an account that is being erased or takes its consent back is not waited for: it keeps none.
 */
export async function giveCheckoutConsent(tx: Tx, orderId: string): Promise<void> {
  await sql`with ticked as (
      delete from private.checkout_size_consents where order_id = ${orderId} returning user_id, given_at, consent_text)
    insert into private.size_consents (user_id, given_at, consent_text)
    select u.id, t.given_at, t.consent_text from ticked t join auth.users u on u.id = t.user_id for key share of u skip locked
    on conflict (user_id) do nothing`.execute(tx)
}

/**
 * Takes the consent back, and deletes heights and measurements of orders that are finished. Orders that are being made, or
 * may still be paid, keep theirs: the garment is sewn to them. What was ticked at a checkout that may still be paid is
 * taken back too.
 */
export async function withdrawSizeConsent(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('private.checkout_size_consents').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('private.size_consents')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return
  await sql`update public.order_lines l set size_advice = null, height_cm = null, heel_cm = null
    from public.pre_orders o where o.id = l.order_id and o.user_id = ${userId}
      and (o.order_view in ('shipped', 'cancelled') or o.order_view = 'unpaid'
        and not private.is_reserved(o.provider_state, o.payment_status, o.order_status)
        and not exists (select from private.payment_links k where k.order_id = o.id))
      and coalesce(l.size_advice, to_jsonb(l.height_cm), to_jsonb(l.heel_cm)) is not null`.execute(tx)
}
