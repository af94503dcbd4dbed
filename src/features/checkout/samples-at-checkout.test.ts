import { expect, test } from 'vitest'
import { isoDay } from '#base/calendar-day.ts'
import { samplesId, samplesName, sizeOfCloths } from '#features/catalogue/samples.ts'
import { dispatchBy } from '#features/settings/dispatch-and-arrival.ts'
import { checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'

type Shop = Awaited<ReturnType<typeof checkoutShop>>

const set = (cloths: string[], changes: object = {}) => ({
  id: samplesId,
  name: samplesName,
  price: 3,
  quantity: 1,
  size: sizeOfCloths(cloths),
  imageUrl: null,
  ...changes,
})

test('a set of samples is paid as one line: its cloths, its own dispatch day, and a letter without a price', async () => {
  await using shop = await shopWithCloths()
  const size = sizeOfCloths(['Mary Dress (sage)', 'Ruth Skirt'])
  const body = { sizeAdvice: { size: '10-12', ease: 'close', bust: 92, waist: 74, hips: 98, unit: 'cm' } }
  const { status, body: response } = await shop.press({ items: [{ ...set([]), size, ...body }], country: 'GB' })
  expect(status).toBe(200)
  expect((await shop.pay(response.sessionId ?? '', { delivery: 'uk-letter' })).status).toBe(303)
  await shop.runJobs()
  const order = await shop.order(response.sessionId ?? '')
  expect(order).toMatchObject({
    product_name: samplesName,
    product_size: size,
    shipping_amount: '0.00',
    final_amount: '3.00',
    provider_state: 'paid',
    review_notes: [],
  })
  const leaves = dispatchBy({ orderedAt: order.created_at, productionDays: 2 }, { productionDays: 10, daysOff: [] })
  expect(isoDay(new Date(order.dispatch_by))).toBe(isoDay(leaves))
  expect(await linesOf(shop)).toEqual([
    {
      product_id: samplesId,
      slug: 'samples',
      name: samplesName,
      size,
      unit_price: '3.00',
      quantity: 1,
      is_preorder: false,
      size_advice: null,
      height_cm: null,
    },
  ])
})

test('a height with fabric samples is refused at its field, and nothing is written', async () => {
  await using shop = await shopWithCloths()
  const dress = itemOf(await shop.db.product({ name: 'Anna', price: 50 }))
  const response = await shop.press({ items: [{ ...dress, heightCm: 168 }, set(['Ruth Skirt'], { heightCm: 168 })] })
  expect(response).toMatchObject({
    status: 400,
    body: {
      code: 'bad_request',
      details: [{ path: 'items.1.heightCm', message: expect.stringContaining('no height') }],
    },
  })
  expect(await linesOf(shop)).toEqual([])
  expect((await shop.press({ items: [set(['Ruth Skirt'], { heightCm: null })] })).status).toBe(200)
})

test('samples with a garment travel in its parcel, on its day, at its delivery price', async () => {
  await using shop = await shopWithCloths()
  const items = [itemOf(await shop.db.product({ name: 'Anna', price: 50 })), set(['Ruth Skirt'])]
  const { body } = await shop.press({ items })
  const order = await shop.order(body.sessionId ?? '')
  expect((order.delivery_options as { id: string; price: number }[]).map(({ id, price }) => [id, price])).toEqual([
    ['tracked-48', 4.5],
    ['tracked-24', 6.5],
  ])
  const leaves = dispatchBy({ orderedAt: order.created_at }, { productionDays: 10, daysOff: [] })
  expect(isoDay(new Date(order.dispatch_by))).toBe(isoDay(leaves))
})

test('the price is the shop’s: another one in the cart is refused with the right one, and nothing is written', async () => {
  await using shop = await shopWithCloths()
  for (const price of [0, 0.01, 2.99, 300]) {
    const { status, body } = await shop.press({ items: [set(['Ruth Skirt'], { price })] })
    expect([status, body.code]).toEqual([409, 'price_changed'])
    expect(body.details).toMatchObject({ lines: [{ id: samplesId, price: 3 }] })
  }
  await setSamples(shop, { offered: true, pricePence: 450 })
  expect((await shop.press({ items: [set(['Ruth Skirt'])] })).body.code).toBe('price_changed')
  expect(await shop.count('pre_orders')).toBe(0)
  expect((await shop.press({ items: [set(['Ruth Skirt'], { price: 4.5 })] })).status).toBe(200)
})

test('free samples are an order without a charge', async () => {
  await using shop = await shopWithCloths()
  await setSamples(shop, { offered: true, pricePence: 0 })
  const { body } = await shop.press({ items: [set(['Ruth Skirt'], { price: 0 })] })
  expect((await shop.pay(body.sessionId ?? '', { delivery: 'uk-letter' })).status).toBe(303)
  await shop.runJobs()
  expect(await shop.order(body.sessionId ?? '')).toMatchObject({ final_amount: '0.00', provider_state: 'paid' })
})

test('a set that is empty, too large, doubled, unknown or of a hidden garment is refused, as is a second set', async () => {
  await using shop = await shopWithCloths()
  await shop.db.product({ name: 'Hidden Coat', active: false })
  const more = ['Anna', 'Lydia', 'Sarah'].map((name) => shop.db.product({ name, slug: name.toLowerCase() }))
  await Promise.all(more)
  const wrong = [
    [set([])],
    [set(['Mary Dress (sage)', 'Ruth Skirt', 'Anna', 'Lydia', 'Sarah'])],
    [set(['Ruth Skirt', 'Ruth Skirt'])],
    [set(['Naomi Abaya'])],
    [set(['Hidden Coat'])],
    [set(['Ruth Skirt'], { size: '10-12' })],
    [set(['Ruth Skirt'], { quantity: 2 })],
    [set(['Ruth Skirt']), set(['Mary Dress (sage)'])],
    [set(['Ruth Skirt']), set(['Ruth Skirt'], { id: samplesId.toUpperCase() })],
  ]
  for (const items of wrong) {
    const { status, body } = await shop.press({ items })
    expect([status, body.code], JSON.stringify(items)).toEqual([409, 'unavailable'])
    expect(body.message).toMatch(/one set of up to 4 of the fabrics/)
  }
  await setSamples(shop, { offered: false, pricePence: 300 })
  expect((await shop.press({ items: [set(['Ruth Skirt'])] })).body.code).toBe('unavailable')
  expect(await shop.count('pre_orders')).toBe(0)
})

test('the same set gets the same payment page, other cloths get another', async () => {
  await using shop = await shopWithCloths()
  const cartId = crypto.randomUUID()
  const ask = (cloths: string[]) => shop.press({ items: [set(cloths)], cartId })
  const first = await ask(['Ruth Skirt'])
  expect((await ask(['Ruth Skirt'])).body.sessionId).toBe(first.body.sessionId)
  expect((await ask(['Mary Dress (sage)'])).body.sessionId).not.toBe(first.body.sessionId)
})

test('a code takes its part off the samples, and one that leaves less than a card can be charged is refused', async () => {
  await using shop = await shopWithCloths()
  await shop.db.asService((tx) =>
    tx
      .insertInto('discount_codes')
      .values([
        { code: 'HALF', percent: 50 },
        { code: 'MOST', percent: 95 },
      ])
      .execute(),
  )
  const { body } = await shop.press({ items: [set(['Ruth Skirt'])], discountCode: 'HALF' })
  expect(await shop.order(body.sessionId ?? '')).toMatchObject({ discount_amount: '1.50', final_amount: '1.50' })
  const refused = await shop.press({ items: [set(['Ruth Skirt'])], discountCode: 'MOST' })
  expect(refused.body.code).toBe('amount_too_small')
})

async function shopWithCloths(): Promise<Shop> {
  const shop = await checkoutShop()
  await shop.db.product({ name: 'Mary Dress', slug: 'mary-dress', colour: 'Sage' })
  await shop.db.product({ name: 'Ruth Skirt', slug: 'ruth-skirt', colour: null })
  return shop
}

function linesOf(shop: Shop) {
  return shop.db.asService((tx) =>
    tx
      .selectFrom('order_lines')
      .select([
        'product_id',
        'slug',
        'name',
        'size',
        'unit_price',
        'quantity',
        'is_preorder',
        'size_advice',
        'height_cm',
      ])
      .execute(),
  )
}

async function setSamples({ db }: Shop, value: { offered: boolean; pricePence: number }): Promise<void> {
  const row = { name: 'samples', value: JSON.stringify(value) }
  await db.asService((tx) =>
    tx
      .insertInto('private.settings')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute(),
  )
}
