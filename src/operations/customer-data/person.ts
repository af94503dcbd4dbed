import { type RawBuilder, sql } from 'kysely'
import type { OwnSession } from '#features/accounts/own-session.ts'
import { isEarlierOrderOf } from '#features/orders/earlier/earlier-orders.ts'

/**
 * Whose data: an account, an address in lower case that is theirs, or both. A guest has an address alone. `buyer`: of
 * earlier orders without an address.
 */
export type Person = { userId: string | null; address: string | null; buyer?: { name: string; postcode: string } }

/** The person behind a session. An address that is not verified may be another person's. */
export function personOf({ userId, email, emailVerified }: OwnSession): Person {
  return { userId, address: emailVerified ? email : null }
}

/** Orders of the person, of `pre_orders o`. A guest's become the account's when it confirms their address. */
export function isOrderOfPerson({ userId, address }: Person): RawBuilder<boolean> {
  return sql`(o.user_id = ${userId} or (o.user_id is null and lower(o.customer_email) = ${address}))`
}

/** Earlier orders of the person, of `earlier_orders e`. */
export function isEarlierOrderOfPerson(person: Person): RawBuilder<boolean> {
  return isEarlierOrderOf({ ...person, isOwnOrder: isOrderOfPerson(person) })
}
