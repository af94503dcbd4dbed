import { sql } from 'kysely'
import { isNorthernIreland, notToNorthernIreland, zoneOf } from '#features/settings/delivery.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { isCalledOff, type OrderStatus, type ProviderState } from '../order-state.ts'
import { isWithdrawn } from '../returns/declare-return.ts'
import { DeliveryAddress } from './delivery-address.ts'
import {
  type EditableOrder,
  listHemmedLines,
  listLineSizes,
  lockOrder,
  readEditableOrder,
  refuseUnknownSizes,
} from './editable-order.ts'
import { type Change, listChanges, type WantedChange } from './order-change.ts'
import { queueChangeEmail, saveChanges } from './save-changes.ts'

/**
 * Whether the customer may change an order: it is paid, not begun and not called off. `isNotBegun` is the same in SQL.
 */
export function mayChange(order: { status: OrderStatus; providerState: ProviderState }): boolean {
  return order.status === 'pending' && !isCalledOff(order)
}

const isNotBegun = sql<boolean>`order_status = 'pending' and provider_state <> 'refunded'`

/** An order for a change by its customer, locked until `tx` ends. Refuses conflict where it is too late. */
export async function lockChangeable(tx: Tx, orderId: string): Promise<EditableOrder> {
  const order = await lockOrder(tx, { id: orderId })
  if (!mayChange(order)) throw tooLate()
  if (await isWithdrawn(tx, orderId)) throw new AppError('conflict', 'You’ve withdrawn from this order.')
  return order
}

/**
 * Changes sizes, heights with their shoes, and gift note for the customer, with an e-mail that confirms it. Returns
 * whether anything changed. Refuses conflict where the order is begun, and bad_request for a size the garment does not have.
 */
export async function changeByCustomer(tx: Tx, orderId: string, wanted: WantedChange): Promise<boolean> {
  const order = await lockChangeable(tx, orderId)
  await refuseUnknownSizes(tx, order, wanted.lines)
  const isOff = (position: number) =>
    order.lines.some((line) => line.position === position && line.cancelled === line.quantity)
  if (wanted.lines.some(({ position }) => isOff(position))) {
    throw new AppError('conflict', 'This garment is cancelled. Please reload the page.')
  }
  const hemmed = await listHemmedLines(tx, orderId)
  // A garment without a hem has no height to change.
  const lines = wanted.lines.map(({ height, heel, ...line }) =>
    hemmed.includes(line.position) ? { ...line, height, heel } : line,
  )
  const changes = listChanges(order, { ...wanted, lines })
  if (changes.length > 0) await saveByCustomer(tx, order, changes)
  return changes.length > 0
}

/** Writes changes of a customer while the order is not begun, and queues their e-mail. Refuses conflict. */
export async function saveByCustomer(tx: Tx, order: EditableOrder, changes: readonly Change[]): Promise<void> {
  const editId = await saveChanges(tx, order, { changes, byCustomer: true, actor: null, onlyIf: isNotBegun })
  if (!editId) throw tooLate()
  await queueChangeEmail(tx, { orderId: order.id, editId, wait: 'no time' })
}

/** Why an order cannot be sent to an address: only what was offered when it was placed costs what was paid. */
export function addressProblem(
  order: EditableOrder,
  { shipping_country: country, shipping_postcode: postcode }: DeliveryAddress,
): { path: keyof DeliveryAddress; message: string } | null {
  const zone = zoneOf(order.fields.shipping_country ?? order.deliverTo)
  if (!(order.countries ?? zone?.countries ?? []).includes(country)) {
    const message =
      'Delivery there has a different price, so we can’t change it here. Please write to us and we’ll find a way.'
    return { path: 'shipping_country', message }
  }
  if (!order.deliversToNorthernIreland && isNorthernIreland(country, postcode)) {
    return { path: 'shipping_postcode', message: notToNorthernIreland }
  }
  return null
}

function tooLate(): AppError {
  return new AppError('conflict', 'We’ve started on this order, so it can’t be changed here any more.', {
    details: { reason: 'begun' },
  })
}

/** What the page of an order needs for its changes. */
export type Changeable = NonNullable<Awaited<ReturnType<typeof readChangeable>>>

/** What the customer may change of an order; null where it is too late. */
export async function readChangeable(tx: Tx, orderId: string) {
  const order = await readEditableOrder(tx, { id: orderId })
  if (!mayChange(order) || (await isWithdrawn(tx, orderId))) return null
  const sizes = await listLineSizes(tx, order)
  const waiting = await tx
    .selectFrom('private.address_codes')
    .select('address')
    .where('order_id', '=', orderId)
    .where('expires_at', '>', sql<Date>`public.shop_now()`)
    .executeTakeFirst()
  return {
    /** The sizes that each line may have. */
    sizes: [...sizes].map(([position, offered]) => ({ position, sizes: offered })),
    /** The positions of the lines that have a height. */
    hemmed: await listHemmedLines(tx, orderId),
    /** A new address whose code is on its way; null where none is. */
    waiting_address: waiting ? DeliveryAddress.parse(waiting.address) : null,
  }
}
