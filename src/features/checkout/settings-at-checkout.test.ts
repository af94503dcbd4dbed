import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formatDay } from '#base/calendar-day.ts'
import { arriveBy } from '#features/settings/dispatch-and-arrival.ts'
import { shop as shopDefaults } from '#shop-defaults'
import { checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'

test('a zone switched off meanwhile is refused with its country’s name, and nothing is written', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const items = [itemOf(dress)]
  const open = await shop.press({ items, country: 'DE' })
  expect(open.status).toBe(200)
  await setSetting(shop.db, 'zones_off', ['europe', 'uk'])
  const { status, body } = await shop.press({ items, country: 'DE' })
  expect([status, body.code]).toEqual([400, 'country_unavailable'])
  expect(body.message).toBe('We don’t deliver to Germany just now. Please choose another country in your cart.')
  expect(await shop.count('pre_orders')).toBe(1)
  // The open page is paid with its frozen terms, and the shop's own country stays.
  const german = { country: 'DE', delivery: 'europe-tracked', postcode: '10115' }
  expect((await shop.pay(open.body.sessionId ?? '', german)).status).toBe(303)
  await shop.runJobs()
  expect(await shop.order(open.body.sessionId ?? '')).toMatchObject({ provider_state: 'paid', review_notes: [] })
  expect((await shop.press({ items, country: 'GB' })).status).toBe(200)
})

test('a country switched off alone is refused, offered on no new payment page, and still paid on an open one', async () => {
  await using shop = await checkoutShop()
  const items = [itemOf(await shop.db.product())]
  const open = await shop.press({ items, country: 'US' })
  await setSetting(shop.db, 'countries_off', ['US'])
  const { status, body } = await shop.press({ items, country: 'US' })
  expect([status, body.code]).toEqual([400, 'country_unavailable'])
  expect(body.message).toMatch(/^We don’t deliver to the United States just now\./)
  const canadian = await shop.press({ items, country: 'CA' })
  const page = await (await shop.fetch(new URL(canadian.body.url ?? '').pathname)).text()
  expect(page).toContain('value="CA"')
  expect(page).not.toContain('value="US"')
  const sessionId = open.body.sessionId ?? ''
  expect((await shop.pay(sessionId, { country: 'US', delivery: 'world-tracked', postcode: '10001' })).status).toBe(303)
  await shop.runJobs()
  expect(await shop.order(sessionId)).toMatchObject({ provider_state: 'paid', review_notes: [] })
})

test('new prices count from their day, an open payment page keeps its own, and none is charged that was not shown', async () => {
  await using shop = await checkoutShop()
  const items = [itemOf(await shop.db.product({ price: 89 }))]
  const cartId = crypto.randomUUID()
  const press = (deliveryPence: number) => shop.press({ items, cartId, deliveryPence })
  const open = await press(450)
  expect(open.status).toBe(200)
  await setSetting(shop.db, 'delivery', [dearer('2020-01-01', 450), dearer('2999-01-01', 999)])
  expect((await press(450)).body.sessionId).toBe(open.body.sessionId)
  await setSetting(shop.db, 'delivery', [dearer('2020-01-01', 450), dearer('2021-01-01', 625)])
  const { status, body } = await press(450)
  expect([status, body.code, body.message]).toEqual([
    409,
    'price_changed',
    'Royal Mail Tracked 48 now costs £6.25 instead of £4.50. Check out again if that suits you.',
  ])
  const paid = await shop.pay(open.body.sessionId ?? '', { delivery: 'tracked-48' })
  expect(paid.status).toBe(303)
  await shop.runJobs()
  expect(await shop.order(open.body.sessionId ?? '')).toMatchObject({
    provider_state: 'paid',
    final_amount: '93.50',
    review_notes: [],
  })
  // A call without a price, as of the shop's first clients, gets the price of the moment.
  expect((await shop.press({ items })).status).toBe(200)
  expect((await shop.press({ items, deliveryPence: 625 })).status).toBe(200)
})

test('a live shop with an example of a responsible person, or none, sells neither to the EU nor to Northern Ireland', async () => {
  for (const responsiblePerson of [undefined, null]) {
    await using shop = await checkoutShop({
      sources: { live: true, ...(responsiblePerson === null && { responsiblePerson }) },
    })
    const items = [itemOf(await shop.db.product())]
    expect((await shop.press({ items, country: 'DE' })).body.code).toBe('country_unavailable')
    expect((await shop.press({ items, country: 'NO' })).status).toBe(200)
    // The payment page asks for the postcode, so the owner decides about an order that was paid.
    const { body } = await shop.press({ items })
    const sessionId = body.sessionId ?? ''
    expect((await shop.pay(sessionId, { postcode: 'BT1 5GS' })).status).toBe(303)
    await shop.runJobs()
    const { provider_state, review_notes } = await shop.order(sessionId)
    expect([provider_state, review_notes]).toEqual(['paid', [{ kind: 'northern_ireland' }]])
  }
})

test('with a responsible person a live shop sells to the EU and Northern Ireland, and a rehearsal does without', async () => {
  const person = {
    name: 'Maeve Byrne',
    address: ['2 Main Street', 'Cork'],
    email: 'maeve@example.com',
    isExample: false,
  }
  for (const sources of [{ live: true, responsiblePerson: person }, { responsiblePerson: null }, {}]) {
    await using shop = await checkoutShop({ sources })
    const items = [itemOf(await shop.db.product())]
    expect((await shop.press({ items, country: 'DE' })).status).toBe(200)
    const { body } = await shop.press({ items })
    const sessionId = body.sessionId ?? ''
    await shop.pay(sessionId, { postcode: 'BT1 5GS' })
    await shop.runJobs()
    expect(await shop.order(sessionId)).toMatchObject({ provider_state: 'paid', review_notes: [] })
  }
})

test('days off and production days change the dispatch day of new orders, not of placed ones', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const before = await placed(shop, itemOf(dress))
  await setSetting(shop.db, 'days_off', [{ from: before, until: before }])
  const after = await placed(shop, itemOf(dress))
  expect(after > before).toBe(true)
  await setSetting(shop.db, 'production_days', 1)
  expect((await placed(shop, itemOf(dress))) < before).toBe(true)
  const orders = await shop.db.asService((tx) =>
    tx.selectFrom('pre_orders').select('dispatch_by').orderBy('created_at').execute(),
  )
  expect(orders.map((order) => formatDay(order.dispatch_by)).slice(0, 2)).toEqual(
    [before, after].map((day) => formatDay(new Date(day))),
  )
})

test('a paid order is promised for the dispatch day and the longest transit of the service that was chosen', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  async function promised(country: string, choice: Record<string, string>) {
    const { body } = await shop.press({ items: [itemOf(dress)], country })
    const sessionId = body.sessionId ?? ''
    expect((await shop.order(sessionId)).arrive_by).toBeNull()
    expect((await shop.pay(sessionId, choice)).status).toBe(303)
    await shop.runJobs()
    const { dispatch_by, arrive_by } = await shop.order(sessionId)
    return { leaves: new Date(dispatch_by), arrives: arrive_by && new Date(arrive_by) }
  }
  for (const [country, delivery, to, postcode] of [
    ['GB', 'tracked-48', 3, 'HX7 8AD'],
    ['GB', 'tracked-24', 2, 'HX7 8AD'],
    ['DE', 'europe-tracked', 7, '10115'],
    ['US', 'world-tracked', 14, '10001'],
  ] as const) {
    const { leaves, arrives } = await promised(country, { country, delivery, postcode })
    expect(arrives, delivery).toEqual(arriveBy(leaves, { from: 1, to }))
  }
})

test('other transit days in the configuration change no open payment page', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const { body } = await shop.press({ items: [itemOf(dress)] })
  const sessionId = body.sessionId ?? ''
  // As if the page had been made while the service took up to nine days.
  await shop.db.asService((tx) =>
    tx
      .updateTable('pre_orders')
      .set({
        delivery_options: sql`(select jsonb_agg(option || '{"transitDays": {"from": 1, "to": 9}}')
          from jsonb_array_elements(delivery_options) as option)`,
      })
      .execute(),
  )
  await shop.pay(sessionId)
  await shop.runJobs()
  const { dispatch_by, arrive_by } = await shop.order(sessionId)
  expect(arrive_by && new Date(arrive_by)).toEqual(arriveBy(new Date(dispatch_by), { from: 1, to: 9 }))
})

/** From a day on the shop's zones with another price of the first service. */
function dearer(from: string, pricePence: number) {
  const [own, ...others] = shopDefaults.zones
  const [first, ...rest] = own?.services ?? []
  return { from, zones: [{ ...own, services: [{ ...first, pricePence }, ...rest] }, ...others] }
}

type Shop = Awaited<ReturnType<typeof checkoutShop>>

/** Places an order and returns its promised dispatch day, 'YYYY-MM-DD'. */
async function placed(shop: Shop, item: ReturnType<typeof itemOf>): Promise<string> {
  const { body } = await shop.press({ items: [item] })
  const { dispatch_by } = await shop.order(body.sessionId ?? '')
  return new Date(dispatch_by).toISOString().slice(0, 10)
}

async function setSetting(db: Shop['db'], name: string, value: unknown): Promise<void> {
  const row = { name, value: JSON.stringify(value) }
  await db.asService((tx) =>
    tx
      .insertInto('private.settings')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute(),
  )
}
