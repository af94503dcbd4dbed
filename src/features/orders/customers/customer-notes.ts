import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'

/** As the table has it. */
export const maxCustomerNote = 5_000

/** A customer: an account, or the address of a guest, in lower case. */
export type CustomerKey = { userId: string; email: null } | { userId: null; email: string }

/** Null for an order whose customer is not known yet, or is erased. Refuses not_found. */
export async function customerOf(tx: Tx, orderNumber: string): Promise<CustomerKey | null> {
  const order = await tx
    .selectFrom('pre_orders')
    .select(['user_id', sql<string | null>`lower(customer_email)`.as('email')])
    .where('order_number', '=', orderNumber)
    .executeTakeFirst()
  if (!order) throw new AppError('not_found', 'There is no order with that number.')
  return toCustomerKey(order)[0] ?? null
}

/** The customer of an order's columns; none where both are empty. `email`: in lower case. */
export function toCustomerKey({ user_id, email }: { user_id: string | null; email: string | null }): CustomerKey[] {
  if (user_id) return [{ userId: user_id, email: null }]
  return email ? [{ userId: null, email }] : []
}

/** The orders of a customer, of `pre_orders o`, by an index. */
export function isOrderOf({ userId, email }: CustomerKey): RawBuilder<boolean> {
  return userId ? sql`o.user_id = ${userId}` : sql`(o.user_id is null and lower(o.customer_email) = ${email})`
}

/** A note that was written before the customer had an account is found by the account's address. */
function isNoteOf({ userId, email }: CustomerKey): RawBuilder<boolean> {
  return userId
    ? sql`(n.user_id = ${userId} or n.email = (select lower(u.email) from auth.users u where u.id = ${userId} and u.email_confirmed_at is not null))`
    : sql`n.email = ${email}`
}

/** The owner's own note on a customer, or null. No page, print, export or e-mail for others reads it. */
export async function readCustomerNote(tx: Tx, customer: CustomerKey): Promise<string | null> {
  const { rows } = await sql<{ note: string }>`
    select n.note from private.customer_notes n where ${isNoteOf(customer)} order by n.user_id nulls last limit 1`.execute(
    tx,
  )
  return rows[0]?.note ?? null
}

/** What an order's details say of its customer. Null while the customer is unknown. Refuses not_found. */
export async function summariseCustomer(
  tx: Tx,
  orderNumber: string,
): Promise<{ orders: number; note: string | null } | null> {
  const customer = await customerOf(tx, orderNumber)
  if (!customer) return null
  const { rows } = await sql<{ orders: number }>`
    select count(*)::int as orders from public.pre_orders o where ${isOrderOf(customer)} and o.reported_paid`.execute(
    tx,
  )
  return { orders: rows[0]?.orders ?? 0, note: await readCustomerNote(tx, customer) }
}

type Written = { order_number: string; note: string | null; seen: string | null }

/**
 * Writes or deletes the note and returns it. Refuses not_found; conflict where another note than `seen` was saved
 * meanwhile, with the present one in `details.note`.
 */
export async function saveCustomerNote(tx: Tx, { order_number, note, seen }: Written): Promise<string | null> {
  const customer = await customerOf(tx, order_number)
  if (!customer) throw new AppError('not_found', 'This order has no customer.')
  await holdNotes(tx, [customer])
  const present = await readCustomerNote(tx, customer)
  if (present === note) return note
  if (present !== seen) {
    throw new AppError('conflict', 'Someone else has just changed this note.', { details: { note: present } })
  }
  await sql`delete from private.customer_notes n where ${isNoteOf(customer)}`.execute(tx)
  if (note !== null) {
    const { userId: user_id, email } = customer
    await tx.insertInto('private.customer_notes').values({ user_id, email, note }).execute()
  }
  return note
}

/** One change of a note at a time: there may be no row to lock yet. */
async function holdNotes(tx: Tx, customers: readonly CustomerKey[]): Promise<void> {
  const names = customers.map(({ userId, email }) => `note ${userId ?? email}`).sort()
  for (const name of names) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/**
 * Takes the note on a guest along when the address of their last order was corrected; a note that is there already stays
 * in front. It stays with an account, and with an address that other orders have: it may be about someone else.
 */
export async function moveCustomerNote(
  tx: Tx,
  { from, to }: { from: CustomerKey | null; to: CustomerKey | null },
): Promise<void> {
  if (!from?.email || !to || from.email === to.email) return
  await holdNotes(tx, [from, to])
  const note = await readCustomerNote(tx, from)
  if (note === null) return
  const there = await readCustomerNote(tx, to)
  const both = there === null ? note : `${there}\n\n${note}`
  if (both.length > maxCustomerNote) return
  const { numDeletedRows } = await tx
    .deleteFrom('private.customer_notes as n')
    .where('n.email', '=', from.email)
    .where(sql<boolean>`not exists (select from public.pre_orders o where ${isOrderOf(from)})`)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return
  await sql`delete from private.customer_notes n where ${isNoteOf(to)}`.execute(tx)
  await tx.insertInto('private.customer_notes').values({ user_id: to.userId, email: to.email, note: both }).execute()
}

/** Deletes the notes on these customers where no order is theirs any more; call it once the orders name them no more. */
export async function forgetCustomerNotes(tx: Tx, customers: readonly CustomerKey[]): Promise<void> {
  for (const customer of customers) {
    await sql`delete from private.customer_notes n where ${isNoteOf(customer)}
      and not exists (select from public.pre_orders o where ${isOrderOf(customer)})`.execute(tx)
  }
}
