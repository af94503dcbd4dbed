import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paidOrder } from '#tests/fixtures/account-data.ts'
import { type CompleteShop, startCompleteShop } from '#tests/fixtures/complete-shop.ts'
import { type CallerName, headersOf } from '#tests/fixtures/endpoint-callers.ts'
import { plainPicture } from '#tests/fixtures/pictures.ts'
import { pounds } from '#tests/fixtures/pounds.ts'

/** What the endpoints of helpers answer and refuse, beyond who may call them. */
let shop: CompleteShop
let order: { id: string; order_number: string }

const customer = {
  customer_name: 'Hannah Lowe',
  customer_email: 'hannah.lowe@example.com',
  customer_phone: '07700 900123',
  shipping_address: '7 Chapel Lane',
  shipping_postcode: 'HX7 8AD',
}

beforeAll(async () => {
  shop = await startCompleteShop()
  const product = await shop.db.product({ price: 89.37 })
  order = await paidOrder({ db: shop.db } as never, customer.customer_email, {
    ...customer,
    ...{
      final_amount: 93.87,
      shipping_amount: 4.51,
      product_price: 89.36,
      discount_amount: 0.01,
      discount_code: 'SPRING',
      discount_percent: 10,
    },
    notes: 'Please leave it with a neighbour.',
  })
  await shop.db.asService(async (tx) => {
    await tx
      .insertInto('order_lines')
      .values({
        ...{ order_id: order.id, position: 0, product_id: product.id, slug: 'mary', name: 'Mary Dress', size: '10-12' },
        ...{ unit_price: pounds(89.37), quantity: 1, dispatch_by: '2030-01-15', height_cm: 165 },
      })
      .execute()
    await tx.insertInto('private.owner_notes').values({ order_id: order.id, note: 'She is my cousin.' }).execute()
  })
})
afterAll(() => shop[Symbol.asyncDispose]())

async function ask(caller: CallerName, path: string, body?: object): Promise<{ status: number; text: string }> {
  const response = await shop.app.request(`/functions/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(await headersOf(shop, caller)), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

test.each(['board', 'cut-list?orders=', 'packing-slips?orders='])(
  'the workroom reads %s without money, e-mail address or telephone number',
  async (path) => {
    const { status, text } = await ask('workroom', path.endsWith('=') ? path + order.order_number : path)
    expect(status).toBe(200)
    expect(text).toContain(order.order_number)
    expect(text).toContain('Hannah Lowe')
    expect(text).not.toMatch(/@|07700|89\.3|93\.87|4\.51|SPRING|cousin/)
    const keys = [...text.matchAll(/"(\w+)":/g)].map(([, key]) => key)
    expect(
      keys.filter((key) =>
        /price|amount|total|pence|money|paid|payment|discount|refund|email|phone|user/.test(key ?? ''),
      ),
    ).toEqual([])
  },
)

test('a packing slip has what its label needs', async () => {
  const { text } = await ask('workroom', `packing-slips?orders=${order.order_number}`)
  const [slip] = JSON.parse(text).slips
  expect(slip.order).toMatchObject({ shipping_address: '7 Chapel Lane', shipping_postcode: 'HX7 8AD' })
  expect(slip.order.notes).toBe('Please leave it with a neighbour.')
  expect(slip.lines).toMatchObject([{ name: 'Mary Dress', size: '10-12', quantity: 1, height_cm: 165 }])
})

test('an administrator reads the owner’s note on the board', async () => {
  expect((await ask('admin', 'board')).text).toContain('She is my cousin.')
})

test('a helper of the pages reads the last change of garments alone', async () => {
  const of = (table: string) => ask('pages', `last-change?table=${table}&id=${randomUUID()}`)
  expect((await of('products')).status).toBe(200)
  for (const table of ['pre_orders', 'discount_codes', 'settings']) expect((await of(table)).status, table).toBe(403)
})

test('a helper of the pages changes the shelf and the kinds, and no other setting', async () => {
  const change = (name: string, value: unknown) => ask('pages', 'garment-settings', { name, value, version: null })
  const saved = await change('shelf', [])
  expect(saved.status).toBe(200)
  expect(Object.keys(JSON.parse(saved.text)).sort()).toEqual(['colours', 'kinds', 'shelf'])
  expect((await change('banner', 'Mine now')).status).toBe(400)
  expect((await change('colours', [])).status).toBe(400)
  expect((await ask('pages', 'settings', { name: 'shelf', value: [], version: null })).status).toBe(403)
})

test('a helper of the pages adds a picture, and neither replaces nor deletes one', async () => {
  const send = async (caller: CallerName, method: string, path: string) => {
    const response = await shop.app.request(`/storage/v1/object/${path}`, {
      method,
      headers: { ...(await headersOf(shop, caller)), 'content-type': 'image/png', 'x-upsert': 'true' },
      ...(method !== 'DELETE' && { body: Buffer.from(await plainPicture('png')) }),
    })
    return response.ok
  }
  expect(await send('pages', 'POST', 'product-images/hers.png')).toBe(true)
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect(await send('pages', method, 'product-images/hers.png')).toBe(false)
  expect(await send('pages', 'POST', 'return-photographs/hers.png')).toBe(false)
  expect(await send('workroom', 'POST', 'product-images/theirs.png')).toBe(false)
})
