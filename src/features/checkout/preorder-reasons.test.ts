import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { pounds } from '#tests/fixtures/pounds.ts'

const soon = () => new Date(Date.now() + 3 * 86_400_000)

test('an early price is charged while the pre-order is live, and refused as changed once it has ended', async () => {
  await using shop = await checkoutShop()
  const early = { preorder_reason: 'price', preorder_price: 98, is_preorder: true, preorder_end_date: soon() }
  const dress = await shop.db.product({ price: 118, ...early })
  const at = (price: number) => shop.press({ items: [{ ...itemOf(dress), price }], cartId: randomUUID() })

  expect((await at(118)).body).toMatchObject({ code: 'price_changed', details: { lines: [{ price: 98 }] } })
  const { status, body } = await at(98)
  expect(status).toBe(200)
  expect(await shop.order(body.sessionId ?? '')).toMatchObject({ product_price: '98.00' })

  await shop.db.asService((tx) =>
    sql`update products set preorder_end_date = shop_now() where id = ${dress.id}`.execute(tx),
  )
  expect((await at(98)).body).toMatchObject({ code: 'price_changed', details: { lines: [{ price: 118 }] } })
  expect((await at(118)).status).toBe(200)
  // A payment page that was open before keeps its price.
  expect((await shop.pay(body.sessionId ?? '')).status).toBe(303)
  await shop.runJobs()
  expect(await shop.order(body.sessionId ?? '')).toMatchObject({ provider_state: 'paid', product_price: '98.00' })
})

test('the database refuses an early price that is not lower, missing or without its reason, and numbers without a limit', async () => {
  await using shop = await checkoutShop()
  const refused = [
    { preorder_reason: 'price', preorder_price: 89 },
    { preorder_reason: 'price' },
    { preorder_price: 50 },
    { preorder_reason: 'first', preorder_price: 50 },
    { preorder_reason: 'numbered' },
    { preorder_reason: 'because' },
  ]
  for (const columns of refused)
    await expect(shop.db.product(columns), JSON.stringify(columns)).rejects.toThrow(/check/)
})

test('paid pieces are numbered once each from 1 to the limit, however many are paid at a time', async () => {
  await using shop = await checkoutShop()
  const dress = await numbered(shop, 12)
  const orders = await Promise.all(Array.from({ length: 12 }, (_, at) => order(shop, dress, 1 + (at % 2))))
  expect((await numbersOf(shop)).flat()).toEqual([])

  await Promise.all(orders.map((id) => setPayment(shop, id, 'paid')))
  // 18 pieces are paid for 12 numbers: the lines that came too late have fewer or none.
  expect((await numbersOf(shop)).flat().toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 12 }, (_, at) => at + 1),
  )
})

test('a refunded order frees its numbers, and the next order gets the lowest free ones', async () => {
  await using shop = await checkoutShop()
  const dress = await numbered(shop, 5)
  const [first, second, third] = [await order(shop, dress, 2), await order(shop, dress, 1), await order(shop, dress, 2)]
  for (const id of [first, second]) await setPayment(shop, id, 'paid')
  expect(await numbersOf(shop)).toEqual([[1, 2], [3], []])
  await setPayment(shop, first, 'refunded')
  expect(await numbersOf(shop)).toEqual([[], [3], []])
  await setPayment(shop, third, 'paid')
  expect(await numbersOf(shop)).toEqual([[], [3], [1, 2]])
  // Won back from the bank: its old numbers are taken.
  await setPayment(shop, first, 'paid')
  expect(await numbersOf(shop)).toEqual([[4, 5], [3], [1, 2]])
})

test('a cancelled piece frees its number, and undoing it gives the lowest free one back', async () => {
  await using shop = await checkoutShop()
  const dress = await numbered(shop, 5)
  const id = await order(shop, dress, 3)
  await setPayment(shop, id, 'paid')
  const cancel = (pieces: number) =>
    shop.db.asService((tx) =>
      tx.updateTable('order_lines').set({ cancelled_quantity: pieces }).where('order_id', '=', id).execute(),
    )
  await cancel(2)
  expect(await numbersOf(shop)).toEqual([[1]])
  await setPayment(shop, await order(shop, dress, 1), 'paid')
  await cancel(1)
  expect(await numbersOf(shop)).toEqual([[1, 3], [2]])
  await cancel(3)
  expect(await numbersOf(shop)).toEqual([[], [2]])
})

test('a checkout freezes the reason and the limit, and its payment numbers the piece', async () => {
  await using shop = await checkoutShop()
  const dress = await numbered(shop, 40)
  const { body } = await shop.press({ items: [itemOf(dress)] })
  await shop.pay(body.sessionId ?? '')
  await shop.runJobs()
  const lines = await shop.db.asService((tx) =>
    tx.selectFrom('order_lines').select(['preorder_reason', 'numbered_of', 'piece_numbers']).execute(),
  )
  expect(lines).toEqual([{ preorder_reason: 'numbered', numbered_of: 40, piece_numbers: [1] }])
})

type Dress = Awaited<ReturnType<CheckoutShop['db']['product']>>

function numbered(shop: CheckoutShop, limit: number): Promise<Dress> {
  const columns = { preorder_reason: 'numbered', preorder_limit: limit, is_preorder: true, preorder_end_date: soon() }
  return shop.db.product(columns)
}

/** An unpaid order of a numbered garment; returns its id. */
async function order({ db }: CheckoutShop, { id: productId, slug, name }: Dress, quantity: number): Promise<string> {
  const { id } = await db.order({ provider_state: 'open' })
  const sold = { product_id: productId, slug, name, size: '10-12', unit_price: pounds(89), dispatch_by: '2030-01-15' }
  const line = { ...sold, order_id: id, position: 0, quantity, is_preorder: true }
  await db.asService((tx) =>
    tx
      .insertInto('order_lines')
      .values({ ...line, preorder_reason: 'numbered', numbered_of: 12 })
      .execute(),
  )
  return id
}

function setPayment({ db }: CheckoutShop, id: string, state: 'paid' | 'refunded') {
  return db.asService((tx) =>
    tx.updateTable('pre_orders').set({ provider_state: state, paid_at: new Date() }).where('id', '=', id).execute(),
  )
}

/** The numbers of each order's pieces, in the order they were placed. */
async function numbersOf({ db }: CheckoutShop): Promise<number[][]> {
  const rows = await db.asService((tx) => tx.selectFrom('order_lines').select('piece_numbers').orderBy('id').execute())
  return rows.map((row) => row.piece_numbers ?? [])
}
