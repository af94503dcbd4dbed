import { sql } from 'kysely'
import { hasOnlySamples } from '#features/catalogue/samples.ts'
import { letterOf, zoneOf } from '#features/settings/delivery.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { type EditableOrder, lockOrder } from './editable-order.ts'
import { refuseUnknownSizes } from './line-sizes.ts'
import { type Change, listChanges, type WantedChange } from './order-change.ts'
import { queueChangeEmail } from './queue-change-email.ts'
import { saveChanges } from './save-changes.ts'

type OrderEdit = {
  orderNumber: string
  /** The version the owner saw: a newer order is not overwritten. */
  version: number
  wanted: WantedChange
  /** Whether the customer gets an e-mail. */
  tellCustomer: boolean
  /** Whether an order with a new e-mail address moves to the account that has it. */
  linkAccount: boolean
  userId: string
}

export type Edited = {
  /** The edit, for its undo; null where nothing changed. */
  editId: string | null
  /** Whether the order belongs to an account now. */
  hasAccount: boolean
}

/**
 * Changes an order's details for the owner, at any time. With another e-mail address the order leaves its account, and
 * joins that of the new address only if `linkAccount` is set. An order that moves to another delivery zone gets a
 * service and an arrival day of that zone; what was charged stays. The e-mail to the customer waits a minute, for an
 * undo. Refuses not_found, conflict for a stale version, and bad_request for a size the garment does not have.
 */
export async function editOrder(tx: Tx, edit: OrderEdit): Promise<Edited> {
  const { orderNumber, version, wanted, tellCustomer, linkAccount, userId } = edit
  const order = await lockOrder(tx, { orderNumber })
  if (order.version !== version) throw staleOrder()
  await refuseUnknownSizes(tx, order, wanted.lines)
  const changes = listChanges(order, wanted)
  if (changes.length === 0) return { editId: null, hasAccount: order.userId !== null }
  const isMoved = order.fields.customer_email !== null && changes.some(isOtherAddress)
  const account: Change[] = isMoved && order.userId ? [{ field: 'account', before: order.userId, after: null }] : []
  const saved = [...changes, ...account, ...listServiceChange(order, changes)]
  const editId = await saveChanges(tx, order, { changes: saved, byCustomer: false, actor: userId })
  if (!editId) throw staleOrder()
  if (isMoved) await forgetOldAddress(tx, order.id)
  if (isMoved && linkAccount) await linkToAccount(tx, order.id)
  if (tellCustomer) await queueChangeEmail(tx, { orderId: order.id, editId })
  const { user_id } = await tx
    .selectFrom('pre_orders')
    .select('user_id')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  return { editId, hasAccount: user_id !== null }
}

/**
 * The slowest service of another zone: which one the parcel will travel by is not known, so the later day is promised.
 */
function listServiceChange({ service, lines }: EditableOrder, changes: readonly Change[]): Change[] {
  const [country] = changes.flatMap((change) => (change.field === 'shipping_country' ? [change] : []))
  if (!country || service === null) return []
  const [before, after] = [country.before, country.after].map((code) => (code === null ? null : zoneOf(code)))
  if (before === after) return []
  const letter = after && hasOnlySamples(lines) ? letterOf(after) : null
  const offered = letter ? [letter] : (after?.services ?? [])
  const slowest = offered.toSorted((one, other) => other.transitDays.to - one.transitDays.to)[0]?.id ?? null
  return slowest === service ? [] : [{ field: 'service', before: service, after: slowest }]
}

/** The database compares addresses without case too. */
function isOtherAddress(change: Change): boolean {
  return change.field === 'customer_email' && change.before?.toLowerCase() !== change.after?.toLowerCase()
}

function staleOrder(): AppError {
  return new AppError('conflict', 'This order has just changed. Please check it and try again.')
}

/** A code sent to the old address must confirm nothing any more. */
export async function forgetOldAddress(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('private.address_codes').where('order_id', '=', orderId).execute()
}

/** Moves the order to the account whose verified address it has now, if there is one. */
async function linkToAccount(tx: Tx, orderId: string): Promise<void> {
  await sql`
    update public.pre_orders as placed set user_id = (
      select account.id from auth.users as account
       where lower(account.email) = lower(placed.customer_email) and account.email_confirmed_at is not null
         and not account.is_sso_user limit 1
       -- Locked until this order is written, so that the account is not erased meanwhile.
       for key share)
     where placed.id = ${orderId}`.execute(tx)
}
