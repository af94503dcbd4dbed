import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'

const sizeAdvice = { size: '10-12', ease: 'close', bust: 92, waist: 75, hips: 100, unit: 'cm' }

test('measurements belong to the line they were sent with, and implausible ones are refused', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product({ name: 'Mary Dress' })
  const skirt = await shop.db.product({ name: 'Ruth Skirt' })
  const press = (advice: unknown, cartId?: string) =>
    shop.press({ items: [{ ...itemOf(dress), sizeAdvice: advice }, itemOf(skirt)], cartId })
  for (const wrong of [{ ...sizeAdvice, bust: 20 }, { ...sizeAdvice, unit: 'in' }, 'large', [], 0]) {
    expect((await press(wrong)).status).toBe(400)
  }
  const cartId = randomUUID()
  const first = await press({ ...sizeAdvice, name: 'Ruth' }, cartId)
  expect((await press(sizeAdvice, cartId)).body).toEqual(first.body)
  // Removed before paying: the old page is closed, and the new order has no measurements.
  const second = await press(null, cartId)
  expect(second.body.sessionId).not.toBe(first.body.sessionId)
  const { rows } = await shop.db.asService((tx) =>
    sql`select o.payment_session_id as page, l.name, l.size_advice as advice
      from order_lines l join pre_orders o on o.id = l.order_id order by o.created_at, l.position`.execute(tx),
  )
  expect(rows).toEqual([
    { page: first.body.sessionId, name: 'Mary Dress', advice: sizeAdvice },
    { page: first.body.sessionId, name: 'Ruth Skirt', advice: null },
    { page: second.body.sessionId, name: 'Mary Dress', advice: null },
    { page: second.body.sessionId, name: 'Ruth Skirt', advice: null },
  ])
})

test('the last measurements for a garment and size are stored', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const later = { ...sizeAdvice, bust: 93 }
  const items = [{ ...itemOf(dress), sizeAdvice }, { ...itemOf(dress), sizeAdvice: later }, itemOf(dress)]
  expect((await shop.press({ items })).status).toBe(200)
  const lines = await shop.db.asService((tx) =>
    tx.selectFrom('order_lines').select(['quantity', 'size_advice']).execute(),
  )
  expect(lines).toEqual([{ quantity: 3, size_advice: later }])
})

test('the database refuses malformed measurements from every role', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  expect((await shop.press({ items: [itemOf(dress)] })).status).toBe(200)
  const write = (advice: unknown) =>
    shop.db.asService((tx) =>
      tx
        .updateTable('order_lines')
        .set({ size_advice: JSON.stringify(advice) })
        .execute(),
    )
  const { bust: _, ...withoutBust } = sizeAdvice
  const wrong = [{}, [], 'text', withoutBust, { ...sizeAdvice, bust: '92' }, { ...sizeAdvice, bust: 201 }]
  for (const advice of [
    ...wrong,
    { ...sizeAdvice, more: 1 },
    { ...sizeAdvice, size: '' },
    { ...sizeAdvice, bust: [92] },
  ]) {
    await expect(write(advice), JSON.stringify(advice)).rejects.toMatchObject({ code: '23514' })
  }
  await write({ ...sizeAdvice, unit: 'in', bust: 36, waist: 30, hips: 39 })
})
