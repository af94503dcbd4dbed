import { sql } from 'kysely'
import { hasOnlySamples } from '#features/catalogue/samples.ts'
import { letterOf, zoneOf } from '#features/settings/delivery.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { type CustomerKey, customerOf, moveCustomerNote, toCustomerKey } from '../customers/customer-notes.ts'
import { undoDelayChange } from '../delays/undo-delay.ts'
import { findEdit } from '../history/order-event.ts'
import { queueNewLink } from '../links/end-order-links.ts'
import { type EditableOrder, lockOrder, refuseUnknownSizes } from './editable-order.ts'
import { type Change, followsFromLines, isCurrent, listChanges, reverseOf, type WantedChange } from './order-change.ts'
import { dropChangeEmail, queueChangeEmail, saveChanges } from './save-changes.ts'

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

type Edited = {
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
  if (isMoved) await moveCustomerNote(tx, { from: customerOfOrder(order), to: await customerOf(tx, orderNumber) })
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

/** The customer before a change. */
function customerOfOrder({ userId, fields }: EditableOrder): CustomerKey | null {
  return toCustomerKey({ user_id: userId, email: fields.customer_email?.toLowerCase() ?? null })[0] ?? null
}

/** The database compares addresses without case too. */
function isOtherAddress(change: Change): boolean {
  return change.field === 'customer_email' && change.before?.toLowerCase() !== change.after?.toLowerCase()
}

function staleOrder(): AppError {
  return new AppError('conflict', 'This order has just changed. Please check it and try again.')
}

/** A code sent to the old address must confirm nothing any more. */
async function forgetOldAddress(tx: Tx, orderId: string): Promise<void> {
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

type Undo = { orderNumber: string; editId: string; userId: string }

/**
 * Takes back one change of an order's details, once, and only while the order still has it. The customer gets an e-mail
 * where they got one about the change. Refuses not_found, and conflict with a message for the owner.
 */
export async function undoEdit(tx: Tx, { orderNumber, editId, userId }: Undo): Promise<void> {
  const order = await lockOrder(tx, { orderNumber })
  const edit = await findEdit(tx, { orderId: order.id, id: editId })
  if (!edit) {
    if (await undoDelayChange(tx, order, { change: editId, userId })) return
    throw new AppError('not_found', 'This change doesn’t exist.')
  }
  if (edit.isUndone) throw new AppError('conflict', 'This change has already been undone.')
  if (edit.hasRefund) throw new AppError('conflict', 'Money moved with this change, so it can’t be undone.')
  if (!isCurrent(order, edit.changes)) {
    throw new AppError('conflict', 'This has been changed again since, so it can’t be undone. Edit the order instead.')
  }
  const undoId = await saveChanges(tx, order, {
    changes: [...listChanges(order, reverseOf(edit.changes)), ...oldService(edit.changes)],
    day: await dayBefore(tx, order, edit),
    byCustomer: false,
    actor: userId,
    undoOf: editId,
  })
  if (!undoId) throw new Error('An order that is held was gone')
  if (edit.changes.some(({ field }) => field === 'cancelled')) await refuseWhereSold(tx, order.id)
  if (edit.changes.some(({ field }) => field === 'customer_email')) {
    await forgetOldAddress(tx, order.id)
    await returnToAccount(tx, order.id, edit.changes)
    await moveCustomerNote(tx, { from: customerOfOrder(order), to: await customerOf(tx, orderNumber) })
  }
  const isKnown = await dropChangeEmail(tx, editId)
  if (isKnown && dayChange(edit.changes) && !followsFromLines(edit.changes)) {
    throw new AppError('conflict', 'The customer has had an e-mail with this date. Change the dispatch date instead.')
  }
  if (isKnown) await queueChangeEmail(tx, { orderId: order.id, editId: undoId })
  // The first change of the address ended the links that this address has, and the undo does not revive them.
  else if (edit.changes.some(({ field }) => field === 'customer_email')) await queueNewLink(tx, order.id)
}

/** The delivery service that the order had before it moved to another zone. */
function oldService(changes: readonly Change[]): Change[] {
  const moved = changes.find((change) => change.field === 'service')
  return moved ? [{ ...moved, before: moved.after, after: moved.before }] : []
}

/**
 * The dispatch day that the order had before a change; undefined where it follows from the garments: it has moved since.
 */
async function dayBefore(
  tx: Tx,
  { id, dispatchBy }: EditableOrder,
  edit: { id: string; changes: readonly Change[] },
): Promise<string | undefined> {
  const moved = dayChange(edit.changes)
  if (moved) return dispatchBy === moved.after ? moved.before : undefined
  const { rows } = await sql<{ has_moved: boolean }>`
    select exists (select from private.order_events as edited, private.order_events as later
       where edited.order_id = ${id} and edited.change = ${edit.id} and later.order_id = ${id} and later.at > edited.at
         and (later.kind = 'delay_announced' or later.facts @> '{"changes": [{"field": "dispatch_by"}]}')) as has_moved`.execute(
    tx,
  )
  return rows[0]?.has_moved ? undefined : dispatchBy
}

function dayChange(changes: readonly Change[]) {
  return changes.find((change) => change.field === 'dispatch_by')
}

/** Refuses conflict where cancelled pieces of a limited pre-order, made after all, take it over its limit. */
async function refuseWhereSold(tx: Tx, orderId: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select product.name from public.products as product
     where product.preorder_limit is not null
       and public.is_preorder_live(product.is_preorder, product.preorder_end_date)
       and private.sold_units(product.id) > product.preorder_limit
       and exists (select from public.order_lines as line
         where line.order_id = ${orderId} and line.product_id = product.id and line.is_preorder)
     for no key update of product`.execute(tx)
  if (rows[0]) throw new AppError('conflict', `${rows[0].name}: these pieces have since been sold to someone else.`)
}

/** The account the order left with the change has it again, if it still exists. */
async function returnToAccount(tx: Tx, orderId: string, changes: readonly Change[]): Promise<void> {
  const left = changes.find(({ field }) => field === 'account')
  if (!left) return
  await sql`
    update public.pre_orders set user_id = (select id from auth.users where id = ${left.before}::uuid for key share)
     where id = ${orderId}`.execute(tx)
}
