import { sql } from 'kysely'
import { findAccountByEmail } from '#platform/auth/account/account.ts'
import { noteInAudit } from '#platform/database/audit-log.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { FoundPerson, PersonQuery } from './customer-data.contract.ts'
import { erasePerson } from './erase-account.ts'
import { isEarlierOrderOfPerson, isOrderOfPerson, type Person } from './person.ts'

/**
 * The person of an address in lower case: an account, a guest or a subscriber; or a buyer of earlier orders, by name and
 * postcode.
 */
export async function findPerson(tx: Tx, query: PersonQuery): Promise<{ person: Person; summary: FoundPerson }> {
  const { email = null } = query
  const account = email === null ? null : await findAccountByEmail(tx, email)
  const person = personIn(query, account?.user.id ?? null)
  const { userId } = person
  const { rows } = await sql<Omit<FoundPerson, 'email' | 'has_account' | 'is_staff'>>`
    with own as materialized (select o.id, o.order_number, o.order_view, o.created_at from public.pre_orders o
      where ${isOrderOfPerson(person)})
    select (select count(*)::int from own where order_view <> 'unpaid') as orders,
      (select coalesce(json_agg(order_number order by created_at), '[]') from own
        where order_view in ('to_make', 'in_progress', 'to_dispatch')) as open_orders,
      (select count(*)::int from private.earlier_orders e where ${isEarlierOrderOfPerson(person)}) as earlier_orders,
      (select count(*)::int from private.earlier_orders e where ${isEarlierOrderOfPerson(person)} and e.email is null)
        as earlier_by_name,
      (select count(*)::int from public.reviews r join own on own.id = r.order_id) as reviews,
      exists (select from public.email_signups s where s.email = ${email} and s.confirmed_at is not null
        and s.unsubscribed_at is null) as is_subscriber,
      (select count(*)::int from private.waitlist w where w.email = ${email}) as waiting_for,
      (select count(*)::int from private.outbox m where m.kind = 'contact_message'
        and (m.data ->> 'userId' = ${userId} or lower(m.data ->> 'email') = ${email})) as messages,
      (select count(*)::int from private.outbox m where m.kind <> 'contact_message' and m.kind not like 'owner\\_%'
        and (lower(m.recipient) = ${email} or m.data ->> 'userId' = ${userId} or m.order_id in (select id from own))) as emails`.execute(
    tx,
  )
  if (!rows[0]) throw new Error('The summary has no row')
  const isStaff = (account?.staffRole ?? null) !== null
  return { person, summary: { email, has_account: account !== null, is_staff: isStaff, ...rows[0] } }
}

function personIn({ email, name = '', postcode = '' }: PersonQuery, userId: string | null): Person {
  return email === undefined ? { userId, address: null, buyer: { name, postcode } } : { userId, address: email }
}

/** Erases a person, with a line in the audit log. Refuses conflict for a person of the back office. */
export async function eraseFound(tx: Tx, query: PersonQuery): Promise<void> {
  const account = query.email ? await findAccountByEmail(tx, query.email, { lock: true }) : null
  if (account?.staffRole) {
    throw new AppError('conflict', 'This person opens the back office. Please remove them under People first.')
  }
  await erasePerson(tx, personIn(query, account?.user.id ?? null))
  await notePerson(tx, 'erase', account?.user.id ?? null)
}

/**
 * A line in the audit log, by the caller of the transaction. The address is left out, because this log is not erased
 * with the person.
 */
export async function notePerson(tx: Tx, action: 'export' | 'erase', userId: string | null): Promise<void> {
  await noteInAudit(tx, { table: 'person', row: userId, action })
}
