import { sql } from 'kysely'
import { isoDay } from '#base/calendar-day.ts'
import { pence, poundsFromPence } from '#base/money.ts'
import { penceOf } from '#base/sql-money.ts'
import { sizeCalled } from '#features/catalogue/sizes/size-chart.ts'
import { splitDiscount } from '#features/discounts/discount.ts'
import { summaryOf } from '#features/orders/order-lines.ts'
import { addNote } from '#features/orders/order-notes.ts'
import { newOrderNumber } from '#features/orders/order-number.ts'
import { type PaymentDeps, settleOrder } from '#features/payments/settle-order.ts'
import { dispatchBy } from '#features/settings/dispatch-and-arrival.ts'
import { readShopSettings } from '#features/settings/read-shop-settings.ts'
import type { WorkingTime } from '#features/settings/shop-settings.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import type { SessionRecord, SoldLine } from '#platform/payments/provider.ts'

/**
 * Creates a paid order that the database lacks, as after a restored backup: from the provider's session, with the old
 * id and a new number, then settles it, which sends the confirmation. Repeated, it creates one order. Refuses conflict
 * for a session without lines.
 */
export async function rebuildOrder(deps: PaymentDeps, sessionId: string): Promise<void> {
  const { db, provider } = deps
  const record = await provider.getSession(sessionId)
  const orderId = record?.orderId
  if (!orderId) throw new AppError('conflict', 'The payment provider has no such payment.')
  // The payment page showed the name that a size had.
  const sold = await provider.getLines(sessionId)
  const lines = sold.map((line) => ({ ...line, size: sizeCalled(line.size) }))
  if (lines.length === 0)
    throw new AppError('conflict', 'The payment provider no longer has the list of what was bought.')
  await db.asService(async (tx) => {
    if (await addRow(tx, { record, orderId, lines, provider: provider.name })) {
      await addLines(tx, { record, orderId, lines })
      await addNote(tx, orderId, { kind: 'rebuilt' })
    }
    faultPoint('repair.before-commit')
  })
  faultPoint('repair.committed')
  await settleOrder(deps, sessionId)
}

type Old = { record: SessionRecord; orderId: string; lines: SoldLine[] }

/** False where the order exists. */
async function addRow(tx: Tx, { record, orderId, lines, provider }: Old & { provider: string }): Promise<boolean> {
  const { deliveryService, deliveryPence, subtotalPence, discountPence } = record
  const { names, sizes } = summaryOf(lines)
  const order = {
    id: orderId,
    product_name: names,
    product_size: sizes,
    product_price: poundsFromPence(pence(subtotalPence)),
    discount_amount: poundsFromPence(pence(discountPence)),
    final_amount: poundsFromPence(pence(subtotalPence - discountPence)),
    // The code is not known; e-mails need code and percentage together.
    ...(discountPence > 0 && {
      discount_code: 'as charged',
      discount_percent: Math.min(100, Math.max(1, Math.round((100 * discountPence) / subtotalPence))),
    }),
    payment_provider: provider,
    provider_state: 'open',
    payment_session_id: record.id,
    deliver_to: countryOf(record),
    delivery_options: JSON.stringify([
      { id: deliveryService, label: 'Delivery', price: poundsFromPence(pence(deliveryPence ?? 0)) },
    ]),
    dispatch_by: leavesBy(record, await readShopSettings(tx)),
    created_at: record.createdAt,
  }
  for (let tries = 0; tries < 10; tries += 1) {
    const added = await tx
      .insertInto('pre_orders')
      .values({ ...order, order_number: newOrderNumber() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added) return true
    const there = await tx.selectFrom('pre_orders').select('id').where('id', '=', orderId).executeTakeFirst()
    if (there) return false
  }
  throw new Error('No free order number was found in ten draws')
}

/** Products that still exist are matched by name, and among equal names by price. */
async function addLines(tx: Tx, { record, orderId, lines }: Old): Promise<void> {
  const amounts = lines.map((line) => pence(line.unitPence * line.quantity))
  const parts = splitDiscount(amounts, pence(record.discountPence))
  const names = lines.map(({ name }) => name)
  const products = await tx
    .selectFrom('products')
    .select(['id', 'slug', 'name', 'image_url', ...penceOf('price')])
    .where('name', 'in', names)
    .orderBy('created_at')
    .execute()
  const leaves = leavesBy(record, await readShopSettings(tx))
  await tx
    .insertInto('order_lines')
    .values(
      lines.map((line, position) => {
        const named = products.filter(({ name }) => name === line.name)
        const product = named.find(({ price }) => price === line.unitPence) ?? named[0]
        return {
          order_id: orderId,
          position,
          product_id: product?.id ?? sql<string>`gen_random_uuid()`,
          slug: product?.slug ?? '',
          name: line.name,
          size: line.size,
          unit_price: poundsFromPence(pence(line.unitPence)),
          quantity: line.quantity,
          discount_amount: poundsFromPence(parts[position] ?? pence(0)),
          image_url: product?.image_url ?? null,
          dispatch_by: leaves,
        }
      }),
    )
    .execute()
}

function countryOf({ customer }: SessionRecord): string {
  const country = customer?.address.country ?? ''
  return /^[A-Z]{2}$/.test(country) ? country : 'GB'
}

function leavesBy({ createdAt }: SessionRecord, time: WorkingTime): string {
  return isoDay(dispatchBy({ orderedAt: createdAt }, time))
}
