import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'

const length = '143 cm from the nape to the hem'

test('a height belongs to its line, the last one wins, and another height needs another payment page', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product({ name: 'Mary Dress', length })
  const skirt = await shop.db.product({ name: 'Ruth Skirt', length })
  const cartId = randomUUID()
  const press = (...heights: unknown[]) =>
    shop.press({ items: [...heights.map((heightCm) => ({ ...itemOf(dress), heightCm })), itemOf(skirt)], cartId })
  for (const wrong of [139, 201, 168.5, '168', Number.NaN, [168], {}]) {
    const { status, body } = await press(wrong)
    // JSON has no NaN: it arrives as null, which is not a height.
    if (Number.isNaN(wrong)) expect(status).toBe(200)
    else expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(/140 to 200/)])
  }
  const first = await press(160, 168, undefined)
  expect((await press(150, 168, null)).body).toEqual(first.body)
  const second = await press(169)
  expect(second.body.sessionId).not.toBe(first.body.sessionId)
  const { rows } = await shop.db.asService((tx) =>
    sql`select l.name, l.quantity, l.height_cm from order_lines l join pre_orders o on o.id = l.order_id
      where o.payment_session_id in (${first.body.sessionId}, ${second.body.sessionId})
      order by o.created_at, l.position`.execute(tx),
  )
  expect(rows).toEqual([
    { name: 'Mary Dress', quantity: 3, height_cm: 168 },
    { name: 'Ruth Skirt', quantity: 1, height_cm: null },
    { name: 'Mary Dress', quantity: 1, height_cm: 169 },
    { name: 'Ruth Skirt', quantity: 1, height_cm: null },
  ])
})

test('the shoes go with the height of their line, without a height there are none, and others need another payment page', async () => {
  await using shop = await checkoutShop()
  const dress = itemOf(await shop.db.product({ name: 'Mary Dress', length }))
  const cartId = randomUUID()
  const press = async (...hems: object[]) => {
    const { status, body } = await shop.press({ items: hems.map((hem) => ({ ...dress, ...hem })), cartId })
    const line = await shop.db.asService((tx) =>
      tx
        .selectFrom('order_lines')
        .innerJoin('pre_orders', 'pre_orders.id', 'order_lines.order_id')
        .select(['height_cm', 'heel_cm'])
        .where('payment_session_id', '=', String(body.sessionId))
        .executeTakeFirst(),
    )
    return { status, page: body.sessionId, hem: line && [line.height_cm, line.heel_cm] }
  }
  for (const heelCm of [-1, 13, 2.5, '5']) expect((await press({ heightCm: 168, heelCm })).status).toBe(400)
  const flat = await press({ heightCm: 168 })
  expect(flat.hem).toEqual([168, null])
  expect((await press({ heightCm: 168, heelCm: 0 })).page).toBe(flat.page)
  const heels = await press({ heightCm: 168, heelCm: 5 })
  expect(heels.hem).toEqual([168, 5])
  expect(heels.page).not.toBe(flat.page)
  expect((await press({ heightCm: 160, heelCm: 8 }, { heightCm: 168 }, { heelCm: 3 })).hem).toEqual([168, null])
  expect((await press({ heelCm: 5 })).hem).toEqual([null, null])
  const write = shop.db.asService((tx) => tx.updateTable('order_lines').set({ heel_cm: 13 }).execute())
  await expect(write).rejects.toMatchObject({ code: '23514' })
})

test('a gift note is stored with its order without control characters, and another note needs another payment page', async () => {
  await using shop = await checkoutShop()
  const items = [itemOf(await shop.db.product())]
  const cartId = randomUUID()
  const pages = new Map<string, string | null>()
  for (const giftNote of [
    '  Happy birthday,\r\nRuth\u0007!  ',
    'Happy birthday,\nRuth !',
    '\n \t',
    null,
    undefined,
    'é'.repeat(200),
    '🌹'.repeat(200),
  ]) {
    const { status, body } = await shop.press({ items, cartId, giftNote })
    expect(status).toBe(200)
    pages.set(String(body.sessionId), null)
  }
  const notes = await shop.db.asService((tx) =>
    tx.selectFrom('pre_orders').select(['payment_session_id', 'gift_note']).orderBy('created_at').execute(),
  )
  expect(notes.map(({ gift_note }) => gift_note)).toEqual([
    'Happy birthday,\nRuth !',
    null,
    'é'.repeat(200),
    '🌹'.repeat(200),
  ])
  expect(pages.size).toBe(4)
  const { status, body } = await shop.press({ items, cartId, giftNote: 'a'.repeat(201) })
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(/to 200 characters/)])
  expect((await shop.press({ items, cartId, giftNote: 5 })).status).toBe(400)
})

test('the service chosen in the cart is the first of the payment page, and an unknown one changes nothing', async () => {
  await using shop = await checkoutShop()
  const items = [itemOf(await shop.db.product())]
  const press = (service: unknown, country = 'GB') => shop.press({ items, cartId: randomUUID(), country, service })
  const offered = async (service: unknown, country?: string) => {
    const { status, body } = await press(service, country)
    expect(status).toBe(200)
    const { delivery_options } = await shop.db.asService((tx) =>
      tx
        .selectFrom('pre_orders')
        .select('delivery_options')
        .where('payment_session_id', '=', String(body.sessionId))
        .executeTakeFirstOrThrow(),
    )
    return (delivery_options as { id: string; price: number }[]).map(({ id, price }) => `${id} ${price}`)
  }
  const usual = ['tracked-48 4.5', 'tracked-24 6.5']
  for (const service of [undefined, null, 'tracked-48', 'pigeon', 'europe-tracked']) {
    expect(await offered(service)).toEqual(usual)
  }
  expect(await offered('tracked-24')).toEqual(usual.toReversed())
  expect(await offered('tracked-24', 'FR')).toEqual(['europe-tracked 14.95'])
  expect((await press(24)).status).toBe(400)

  // The payment page preselects the first, and the order keeps the choice made there.
  const { body } = await press('tracked-24')
  const page = await (await shop.fetch(new URL(String(body.url)).pathname)).text()
  expect(page).toMatch(/value="tracked-24" checked/)
  expect(page).not.toMatch(/value="tracked-48" checked/)
  await shop.pay(String(body.sessionId), { delivery: 'tracked-48' })
  await shop.runJobs()
  expect(await shop.order(String(body.sessionId))).toMatchObject({
    payment_status: 'paid',
    delivery_service: 'tracked-48',
  })
})

test('a height for a garment without a hem is left out: a headscarf, a cape, and one without a length', async () => {
  await using shop = await checkoutShop()
  const scarf = await shop.db.product({ name: 'Linen Headscarf', kind: 'accessory', length })
  const measures = { cut: 'cape', from: 'nape', length: 103 }
  const cape = await shop.db.product({ name: 'Rebekah Cape', kind: 'coat', measures: JSON.stringify(measures) })
  const belt = await shop.db.product({ name: 'Belt' })
  const dress = await shop.db.product({ name: 'Mary Dress', kind: 'dress', length })
  const { status } = await shop.press({
    items: [scarf, cape, belt, dress].map((product) => ({ ...itemOf(product), heightCm: 168 })),
    cartId: crypto.randomUUID(),
  })
  expect(status).toBe(200)
  const lines = await shop.db.asService((tx) =>
    tx.selectFrom('order_lines').select(['name', 'height_cm']).orderBy('position').execute(),
  )
  expect(lines).toEqual([
    { name: 'Linen Headscarf', height_cm: null },
    { name: 'Rebekah Cape', height_cm: null },
    { name: 'Belt', height_cm: null },
    { name: 'Mary Dress', height_cm: 168 },
  ])
})

test('the database refuses heights and gift notes outside their limits from every role', async () => {
  await using shop = await checkoutShop()
  expect((await shop.press({ items: [itemOf(await shop.db.product())] })).status).toBe(200)
  for (const height_cm of [139, 201]) {
    const write = shop.db.asService((tx) => tx.updateTable('order_lines').set({ height_cm }).execute())
    await expect(write).rejects.toMatchObject({ code: '23514' })
  }
  for (const gift_note of ['', 'a'.repeat(201)]) {
    const write = shop.db.asService((tx) => tx.updateTable('pre_orders').set({ gift_note }).execute())
    await expect(write).rejects.toMatchObject({ code: '23514' })
  }
})
