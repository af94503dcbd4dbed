import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { samplesId } from '#features/catalogue/samples.ts'
import type { Piece } from '#features/orders/parcels/parcel.ts'
import { shipParcel } from '#features/orders/parcels/ship-parcel.ts'
import { reseal } from '#platform/auth/sealed-texts.ts'
import { createSeal } from '#platform/secrets/secrets.ts'
import { type PostageShop, postageShop } from '#tests/fixtures/postage-shop.ts'
import { createClickAndDrop, openClickAndDrop } from './click-and-drop/click-and-drop.ts'
import type { PostageResult } from './give-parcels.ts'
import { readKey, sealedPostageKey, writeKey } from './postage-deps.ts'
import { updateClickAndDrop } from './update-click-and-drop.ts'

test('a parcel has weight, format, service and address; its number ships the order and queues one e-mail', async () => {
  await using shop = await postageShop()
  const { id, order_number } = await shop.paidOrder({}, { quantity: 2, unit_price: 89.5, discount_amount: 17.9 })
  expect(await shop.send(order_number)).toEqual([{ order_number, ok: true, problems: [] }])
  expect(await shop.parcel(order_number)).toMatchObject({ way: 'api', state: 'waiting' })
  await shop.work()
  expect(shop.post.violations).toEqual([])
  expect(shop.post.orders).toMatchObject([
    {
      orderReference: order_number,
      recipient: {
        address: {
          fullName: 'Miriam Okafor',
          addressLine1: '7 Chapel Lane',
          addressLine2: 'Flat 2',
          city: 'Leeds',
          postcode: 'LS1 4AP',
          countryCode: 'GBR',
        },
        phoneNumber: '+44 7700 900123',
        emailAddress: 'miriam@example.com',
      },
      packages: [{ weightInGrams: 80 + 2 * 620, packageFormatIdentifier: 'mediumParcel' }],
      subtotal: 161.1,
      shippingCostCharged: 4.5,
      total: 165.6,
      currencyCode: 'GBP',
      postageDetails: { serviceCode: 'TOLP48' },
    },
  ])
  expect(shop.post.orders[0]?.packages?.[0]?.contents).toBeUndefined()
  expect(await shop.parcel(order_number)).toMatchObject({ state: 'sent' })

  await shop.fetchTracking()
  expect(await shop.parcel(order_number)).toMatchObject({ state: 'sent' })
  shop.post.print(order_number, 'AA123456785GB')
  await Promise.all([shop.fetchTracking(), shop.fetchTracking()])
  await shop.fetchTracking()
  const order = await shop.db.asService((tx) =>
    tx.selectFrom('pre_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(order).toMatchObject({
    order_status: 'shipped',
    tracking_number: 'AA123456785GB',
    shipping_carrier: 'Royal Mail',
    shipped_at: expect.any(Date),
  })
  const emails = await shop.db.asService((tx) =>
    tx.selectFrom('private.outbox').select(['kind', 'state']).where('order_id', '=', id).execute(),
  )
  expect(emails).toEqual([{ kind: 'order_dispatched', state: 'waiting' }])
  expect(await shop.parcel(order_number)).toMatchObject({ state: 'shipped' })
})

test('abroad the contents are declared; to Northern Ireland too, and the recipient is no business', async () => {
  await using shop = await postageShop()
  const germany = { shipping_country: 'DE', shipping_postcode: '10115', delivery_service: 'europe-tracked' }
  const abroad = await shop.paidOrder(germany, { quantity: 3, unit_price: 89, discount_amount: 10 })
  const america = await shop.paidOrder({ shipping_country: 'US', delivery_service: 'world-tracked' })
  const belfast = await shop.paidOrder({ shipping_postcode: 'BT1 5GS', shipping_city: 'Belfast' })
  await shop.send(abroad.order_number, america.order_number, belfast.order_number)
  await shop.work()
  expect(shop.post.violations).toEqual([])
  const sent = (number: string) => shop.post.orders.find(({ orderReference }) => orderReference === number)
  const piece = {
    name: 'Mary Dress',
    unitWeightInGrams: 620,
    customsDescription: 'Women’s cotton dress',
    customsCode: '620442',
    originCountryCode: 'GBR',
    customsDeclarationCategory: 'commercialSaleOfGoods',
  }
  expect(sent(abroad.order_number)).toMatchObject({
    recipient: { address: { countryCode: 'DEU' } },
    packages: [
      {
        weightInGrams: 1_940,
        packageFormatIdentifier: 'parcel',
        contents: [{ ...piece, quantity: 3, unitValue: 85.67 }],
      },
    ],
    postageDetails: { serviceCode: 'ITROLP' },
  })
  expect(sent(abroad.order_number)?.isRecipientABusiness).toBeUndefined()
  expect(sent(america.order_number)).toMatchObject({ postageDetails: { serviceCode: 'PDDP1' } })
  expect(sent(belfast.order_number)).toMatchObject({
    isRecipientABusiness: false,
    packages: [{ packageFormatIdentifier: 'mediumParcel', contents: [piece] }],
  })
})

test('customs read what goods are worth that a return has paid for, or that a code made free', async () => {
  await using shop = await postageShop()
  const germany = { shipping_country: 'DE', shipping_postcode: '10115', delivery_service: 'europe-tracked' }
  const first = await shop.paidOrder({ ...germany, order_status: 'shipped' })
  const exchanged = await shop.paidOrder(germany, { unit_price: 80.1, discount_amount: 80.1 })
  await shop.db.asService((tx) =>
    sql`with declared as (insert into private.returns (id, order_id, kind) values (gen_random_uuid(), ${first.id}, 'other') returning id)
      insert into private.exchanges (order_id, origin_id, return_id, credit)
        select ${exchanged.id}, ${first.id}, id, 80.1 from declared`.execute(tx),
  )
  const given = await shop.paidOrder(germany, { unit_price: 89, quantity: 2, discount_amount: 178 })
  await shop.send(exchanged.order_number, given.order_number)
  await shop.work()
  expect(shop.post.violations).toEqual([])
  expect(shop.post.orders).toMatchObject([
    { packages: [{ contents: [{ quantity: 1, unitValue: 80.1 }] }], subtotal: 80.1, total: 84.6 },
    { packages: [{ contents: [{ quantity: 2, unitValue: 89 }] }], subtotal: 178 },
  ])
})

test('what a parcel lacks is said at its order, before anything is sent, and the others go', async () => {
  await using shop = await postageShop()
  const good = await shop.paidOrder()
  const noWeight = await shop.paidOrder()
  const noCustoms = await shop.paidOrder({ shipping_country: 'FR', delivery_service: 'europe-tracked' })
  const atHome = await shop.paidOrder()
  const samples = await shop.paidOrder(
    { shipping_country: 'FR', delivery_service: 'europe-letter' },
    { product_id: samplesId, name: 'Fabric samples', size: 'Fabrics: Mary Dress' },
  )
  const cancelled = await shop.paidOrder({ order_status: 'cancelled' })
  const unaddressed = await shop.paidOrder({ shipping_address: null, shipping_city: null })
  const heavy = await shop.paidOrder({}, { quantity: 2 })
  await shop.db.asService((tx) =>
    sql`update private.product_customs set weight_grams = null where product_id = ${noWeight.productId}`.execute(tx),
  )
  await shop.db.asService((tx) =>
    sql`update private.product_customs set commodity_code = null, origin = null
    where product_id in (${noCustoms.productId}, ${atHome.productId})`.execute(tx),
  )
  await shop.db.asService((tx) =>
    sql`update private.product_customs set weight_grams = 15000 where product_id = ${heavy.productId}`.execute(tx),
  )
  const all = [good, noWeight, noCustoms, atHome, samples, cancelled, unaddressed, heavy]
  const results = await shop.send(...all.map(({ order_number }) => order_number), 'TKW-NOBODY')
  const garment = (order: { productId: string }) => ({ id: order.productId, name: 'Mary Dress' })
  expect(results.map(({ problems }) => problems)).toEqual([
    [],
    [{ code: 'no_weight', garment: garment(noWeight), size: '10-12' }],
    [{ code: 'no_customs', garment: garment(noCustoms), missing: ['code', 'origin'] }],
    [],
    [{ code: 'samples_abroad' }],
    [{ code: 'not_to_post' }],
    [
      { code: 'no_address', part: 'address' },
      { code: 'no_address', part: 'town' },
    ],
    [{ code: 'too_heavy', grams: 30_080 }],
    [{ code: 'not_to_post' }],
  ])
  await shop.work()
  expect(shop.post.orders.map(({ orderReference }) => orderReference).sort()).toEqual(
    [good.order_number, atHome.order_number].sort(),
  )
})

test('fabric samples alone go as a letter within the country', async () => {
  await using shop = await postageShop()
  const samples = { product_id: samplesId, name: 'Fabric samples', size: 'Fabrics: Mary Dress', unit_price: 3 }
  const { order_number } = await shop.paidOrder({ delivery_service: 'uk-letter' }, samples)
  expect(await shop.send(order_number)).toMatchObject([{ ok: true }])
  await shop.work()
  expect(shop.post.violations).toEqual([])
  expect(shop.post.orders[0]?.packages).toEqual([{ weightInGrams: 100, packageFormatIdentifier: 'letter' }])
})

test('of two presses at once, and of a job that runs twice at once, one parcel is sent', async () => {
  await using shop = await postageShop()
  const orders = await Promise.all(Array.from({ length: 8 }, () => shop.paidOrder()))
  const numbers = orders.map(({ order_number }) => order_number)
  const [one, other] = await Promise.all([shop.send(...numbers), shop.send(...numbers)])
  for (const [at] of numbers.entries()) {
    expect([one?.[at]?.ok, other?.[at]?.ok].sort()).toEqual([false, true])
    expect([...(one?.[at]?.problems ?? []), ...(other?.[at]?.problems ?? [])]).toEqual([{ code: 'given' }])
  }
  const { rows } = await shop.db.asService((tx) =>
    sql<{ id: string }>`select id from private.postage_parcels`.execute(tx),
  )
  expect(rows).toHaveLength(8)
  const run = updateClickAndDrop(shop.deps)
  await Promise.all([...rows, ...rows, ...rows].map(({ id }) => run(id)))
  expect(shop.post.orders).toHaveLength(8)
  expect(new Set(shop.post.orders.map(({ orderReference }) => orderReference)).size).toBe(8)
})

test.each([
  ['the answer is cut off', { broken: 'cut', kept: true }],
  ['the connection breaks', { broken: 'drop', kept: true }],
  ['no answer comes', { broken: 'hang', kept: true }],
  ['the answer is 500', { status: 500, kept: true }],
] as const)(
  'an order that Click & Drop has although %s is found by its reference and not sent again',
  async (_, fault) => {
    await using shop = await postageShop({ timeoutMs: 300 })
    const { order_number } = await shop.paidOrder()
    await shop.send(order_number)
    shop.post.fault = ({ method }) => (method === 'POST' ? fault : undefined)
    await shop.work()
    expect(await shop.parcel(order_number)).toMatchObject({ state: 'sending', problems: [] })
    shop.post.fault = () => undefined
    await shop.work()
    expect(await shop.parcel(order_number)).toMatchObject({ state: 'sent' })
    expect(shop.post.orders).toHaveLength(1)
    expect(shop.post.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1)
    expect(shop.post.requests).toContain(`GET /api/v1/orders/%22${order_number}%22`)
  },
)

test.each([
  ['500', { status: 500 }],
  ['silence', { broken: 'hang' }],
  ['a connection that breaks', { broken: 'drop' }],
] as const)('after %s an order that Click & Drop does not have is sent once more', async (_, fault) => {
  await using shop = await postageShop({ timeoutMs: 300 })
  const { order_number } = await shop.paidOrder()
  await shop.send(order_number)
  shop.post.fault = ({ method }) => (method === 'POST' ? fault : undefined)
  await shop.work()
  shop.post.fault = () => undefined
  await shop.work()
  expect(await shop.parcel(order_number)).toMatchObject({ state: 'sent' })
  expect(shop.post.orders).toHaveLength(1)
})

test('a job that is not due does nothing: a call may still be under way', async () => {
  await using shop = await postageShop({ timeoutMs: 300 })
  const { order_number } = await shop.paidOrder()
  await shop.send(order_number)
  shop.post.fault = () => ({ broken: 'hang' })
  await shop.work()
  const { rows } = await shop.db.asService((tx) =>
    sql<{ id: string; seconds: number }>`
    select id, extract(epoch from next_attempt_at - now())::int as seconds from private.postage_parcels`.execute(tx),
  )
  // Longer than a call may last.
  expect(rows[0]?.seconds).toBeGreaterThan(60)
  const before = shop.post.requests.length
  await updateClickAndDrop(shop.deps)(rows[0]?.id ?? '')
  expect(shop.post.requests).toHaveLength(before)
})

test('429 waits as long as it says and loses no attempt; 401 stops, and a new key sends the parcel', async () => {
  await using shop = await postageShop()
  const { order_number } = await shop.paidOrder()
  await shop.send(order_number)
  shop.post.fault = () => ({ status: 429, headers: { 'Retry-After': '120' } })
  await shop.work()
  const { rows } = await shop.db.asService((tx) =>
    sql<{ state: string; attempts: number; seconds: number }>`
    select state, attempts, extract(epoch from next_attempt_at - now())::int as seconds from private.postage_parcels`.execute(
      tx,
    ),
  )
  expect(rows).toMatchObject([{ state: 'waiting', attempts: 0 }])
  expect(rows[0]?.seconds).toBeGreaterThan(100)

  shop.post.fault = () => undefined
  const former = shop.post.apiKey
  shop.post.apiKey = 'another-key-of-hers'
  await shop.work()
  expect(await shop.parcel(order_number)).toMatchObject({ state: 'failed', problems: [{ code: 'key_refused' }] })
  expect((await shop.call<{ key: string }>('postage')).body.key).toBe('refused')
  expect((await shop.call<{ message: string }>('postage-key', { key: former })).status).toBe(400)
  expect((await shop.call('postage-key', { key: shop.post.apiKey })).body).toEqual({ key: 'works', checked: true })
  expect(await shop.send(order_number)).toMatchObject([{ ok: true }])
  await shop.work()
  expect(shop.post.orders).toHaveLength(1)
})

test('an order that Click & Drop refuses fails with its words, without values; the others are sent', async () => {
  await using shop = await postageShop()
  const [good, bad] = [await shop.paidOrder(), await shop.paidOrder()]
  shop.post.refusal = (reference) =>
    reference === bad.order_number ? 'Service code TOLP48 is not on this account' : undefined
  await shop.send(good.order_number, bad.order_number)
  await shop.work()
  expect(await shop.parcel(good.order_number)).toMatchObject({ state: 'sent' })
  expect(await shop.parcel(bad.order_number)).toMatchObject({
    state: 'failed',
    problems: [{ code: 'refused', text: 'Service code TOLP48 is not on this account.' }],
  })
  shop.post.refusal = () => undefined
  expect(await shop.send(bad.order_number)).toMatchObject([{ ok: true }])
  await shop.work()
  expect(await shop.parcel(bad.order_number)).toMatchObject({ state: 'sent' })
})

test('an order that was cancelled after the press is not sent, and one cancelled later is not shipped', async () => {
  await using shop = await postageShop()
  const [early, late] = [await shop.paidOrder(), await shop.paidOrder()]
  await shop.send(early.order_number, late.order_number)
  const cancel = (id: string) =>
    shop.db.asService((tx) =>
      tx.updateTable('pre_orders').set({ order_status: 'cancelled' }).where('id', '=', id).execute(),
    )
  await cancel(early.id)
  await shop.work()
  expect(await shop.parcel(early.order_number)).toMatchObject({ state: 'failed', problems: [{ code: 'not_to_post' }] })
  await cancel(late.id)
  shop.post.print(late.order_number, 'AA123456785GB')
  await shop.fetchTracking()
  const order = await shop.db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select(['order_status', 'tracking_number'])
      .where('id', '=', late.id)
      .executeTakeFirstOrThrow(),
  )
  expect(order).toEqual({ order_status: 'cancelled', tracking_number: null })
})

test('an order from which its customer has withdrawn is not posted before the owner has answered', async () => {
  await using shop = await postageShop()
  const [early, late] = [await shop.paidOrder(), await shop.paidOrder()]
  const withdraw = (id: string) =>
    shop.db.asService((tx) =>
      sql`with declared as (insert into private.returns (id, order_id, kind) values (gen_random_uuid(), ${id}, 'withdrawal') returning id)
        insert into private.return_lines (return_id, line_id, quantity)
          select declared.id, line.id, 1 from declared, public.order_lines as line where line.order_id = ${id}`.execute(
        tx,
      ),
    )
  await withdraw(early.id)
  expect(await shop.send(early.order_number)).toMatchObject([{ ok: false, problems: [{ code: 'withdrawn' }] }])
  await shop.send(late.order_number)
  await withdraw(late.id)
  await shop.work()
  expect(shop.post.orders).toEqual([])
  expect(await shop.parcel(late.order_number)).toMatchObject({ state: 'failed', problems: [{ code: 'withdrawn' }] })
})

test('a parcel is taken back: at once while it waits, by DELETE once Click & Drop has it, and may be sent again', async () => {
  await using shop = await postageShop()
  const [waiting, sent] = [await shop.paidOrder(), await shop.paidOrder()]
  const back = (number: string, more = {}) =>
    shop.call<{ results: object[] }>('take-postage-back', { orders: [number], ...more })
  await shop.send(sent.order_number)
  await shop.work()
  await shop.send(waiting.order_number)
  await back(waiting.order_number)
  expect(await shop.parcel(waiting.order_number)).toBeUndefined()
  await back(sent.order_number)
  expect(await shop.parcel(sent.order_number)).toMatchObject({ state: 'removing' })
  // Its answer is lost: the next attempt finds it deleted.
  shop.post.fault = () => ({ broken: 'drop', kept: true })
  await shop.work()
  shop.post.fault = () => undefined
  await shop.work()
  expect(await shop.parcel(sent.order_number)).toBeUndefined()
  expect(shop.post.orders).toEqual([])
  expect(await shop.send(sent.order_number)).toMatchObject([{ ok: true }])
  await shop.work()
  expect(shop.post.orders).toHaveLength(1)

  shop.post.maySend.deletes = false
  await back(sent.order_number)
  await shop.work()
  expect(await shop.parcel(sent.order_number)).toMatchObject({
    state: 'sent',
    problems: [{ code: 'removal_not_offered' }],
  })
  shop.post.maySend.deletes = true
  shop.post.print(sent.order_number, 'AA123456785GB')
  await back(sent.order_number)
  await shop.work()
  expect(await shop.parcel(sent.order_number)).toMatchObject({
    state: 'sent',
    problems: [{ code: 'removal_refused', text: 'The label is printed.' }],
  })
  await back(sent.order_number, { deleted_there: true })
  expect(await shop.parcel(sent.order_number)).toBeUndefined()
})

test('numbers of a hundred and one parcels are read in two calls; one that was deleted there keeps none back', async () => {
  await using shop = await postageShop()
  const orders = await Promise.all(Array.from({ length: 101 }, () => shop.paidOrder()))
  const numbers = orders.map(({ order_number }) => order_number)
  await shop.send(...numbers.slice(0, 100))
  await shop.send(...numbers.slice(100))
  await shop.work()
  const before = shop.post.requests.length
  await shop.fetchTracking()
  expect(shop.post.requests.slice(before).filter((request) => request.startsWith('GET'))).toHaveLength(2)
  for (const number of numbers) shop.post.print(number, `AA${number.slice(-6)}GB`)
  const gone = numbers[7] ?? ''
  shop.post.orders = shop.post.orders.filter(({ orderReference }) => orderReference !== gone)
  await shop.fetchTracking()
  const shipped = await shop.db.asService((tx) =>
    tx.selectFrom('pre_orders').select('order_number').where('order_status', '=', 'shipped').execute(),
  )
  expect(shipped).toHaveLength(100)
  expect(await shop.parcel(gone)).toBeUndefined()
})

test('a number that the owner typed first stays, and the parcel is done with', async () => {
  await using shop = await postageShop()
  const { id, order_number } = await shop.paidOrder()
  await shop.send(order_number)
  await shop.work()
  await shop.db.asService((tx) =>
    tx
      .updateTable('pre_orders')
      .set({ order_status: 'shipped', tracking_number: 'HAND 1' })
      .where('id', '=', id)
      .execute(),
  )
  shop.post.print(order_number, 'AA123456785GB')
  await shop.fetchTracking()
  const order = await shop.db.asService((tx) =>
    tx.selectFrom('pre_orders').select('tracking_number').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(order.tracking_number).toBe('HAND 1')
  expect(await shop.parcel(order_number)).toMatchObject({ state: 'shipped' })
})

test('a number still comes to an order that the owner has set to shipped without one, and to no other', async () => {
  await using shop = await postageShop()
  const orders = [await shop.paidOrder(), await shop.paidOrder(), await shop.paidOrder()]
  await shop.send(...orders.map(({ order_number }) => order_number))
  await shop.work()
  const statuses = ['shipped', 'delivered', 'cancelled']
  for (const [index, { id, order_number }] of orders.entries()) {
    await shop.db.asService((tx) =>
      tx
        .updateTable('pre_orders')
        .set({ order_status: statuses[index] ?? '' })
        .where('id', '=', id)
        .execute(),
    )
    shop.post.print(order_number, `AA12345678${index}GB`)
  }
  await shop.fetchTracking()
  await shop.fetchTracking()
  const numbers = await shop.db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select(['order_status', 'tracking_number', 'shipping_carrier'])
      .where(
        'id',
        'in',
        orders.map(({ id }) => id),
      )
      .orderBy('tracking_number')
      .execute(),
  )
  expect(numbers).toEqual([
    { order_status: 'shipped', tracking_number: 'AA123456780GB', shipping_carrier: 'Royal Mail' },
    { order_status: 'delivered', tracking_number: 'AA123456781GB', shipping_carrier: 'Royal Mail' },
    { order_status: 'cancelled', tracking_number: null, shipping_carrier: expect.anything() },
  ])
  const emails = await shop.db.asService((tx) =>
    tx
      .selectFrom('private.outbox')
      .select(['kind', 'state', sql<string | null>`data ->> 'tracking'`.as('tracking')])
      .where('order_id', '=', orders[0]?.id ?? '')
      .execute(),
  )
  expect(emails.filter(({ state }) => state === 'waiting')).toEqual([
    { kind: 'order_dispatched', state: 'waiting', tracking: 'AA123456780GB' },
  ])
  for (const { order_number } of orders.slice(0, 2)) {
    expect(await shop.parcel(order_number)).toMatchObject({ state: 'shipped' })
  }
})

test('the key is sealed: no call returns it, the database has no letter of it, and it is no part of an error', async () => {
  await using shop = await postageShop({ key: null })
  expect((await shop.call<{ key: string }>('postage')).body.key).toBe('none')
  const { order_number } = await shop.paidOrder()
  expect((await shop.call('send-postage', { orders: [order_number] })).status).toBe(400)
  const answer = await shop.call('postage-key', { key: shop.post.apiKey })
  expect(answer).toEqual({ status: 200, body: { key: 'works', checked: true } })
  expect(JSON.stringify((await shop.call('postage')).body)).not.toContain(shop.post.apiKey)
  const { rows } = await shop.db.asService((tx) =>
    sql<{ sealed_key: string }>`select sealed_key from private.postage_account`.execute(tx),
  )
  expect(rows[0]?.sealed_key).toMatch(/^v1\./)
  expect(rows[0]?.sealed_key).not.toContain(shop.post.apiKey)
  await expect(createClickAndDrop({ base: shop.post.url }).check('not the key\n')).rejects.toMatchObject({ why: 'key' })
  // An unreachable Click & Drop does not keep the key from being saved.
  shop.post.fault = () => ({ status: 500 })
  expect((await shop.call('postage-key', { key: shop.post.apiKey })).body).toEqual({ key: 'works', checked: false })
  const saves = await Promise.all([1, 2, 3, 4].map(() => shop.call('postage-key', { key: shop.post.apiKey })))
  expect(saves.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await shop.call('postage-key', { key: null })).body).toEqual({ key: 'none', checked: true })
})

test('what is collected, or goes in the parcel of another order, gets no label of its own until it goes alone', async () => {
  await using shop = await postageShop()
  const collected = await shop.paidOrder({ delivery_service: 'collected' })
  const germany = { shipping_country: 'DE', shipping_postcode: '10115' }
  const first = await shop.paidOrder({ ...germany, delivery_service: 'europe-tracked' })
  const added = await shop.paidOrder({ ...germany, delivery_service: 'together' })
  await shop.db.asService((tx) =>
    tx.insertInto('private.joined_orders').values({ order_id: added.id, origin_id: first.id }).execute(),
  )
  expect(await shop.send(collected.order_number, first.order_number, added.order_number)).toMatchObject([
    { ok: false, problems: [{ code: 'collected' }] },
    { ok: true, problems: [] },
    { ok: false, problems: [{ code: 'in_other_parcel', orderNumber: first.order_number }] },
  ])
  await shop.work()
  expect(shop.post.violations).toEqual([])
  expect(shop.post.orders).toMatchObject([
    { packages: [{ weightInGrams: 80 + 2 * 620, contents: [{ unitValue: 89 }, { unitValue: 89 }] }], subtotal: 178 },
  ])
  shop.post.print(first.order_number, 'AA123456785GB')
  await shop.fetchTracking()
  const left = await shop.db.asService((tx) =>
    tx.selectFrom('pre_orders').select('tracking_number').where('id', '=', added.id).executeTakeFirstOrThrow(),
  )
  expect(left).toEqual({ tracking_number: 'AA123456785GB' })
  await shop.db.asService((tx) =>
    tx
      .updateTable('pre_orders')
      .set({ order_status: 'processing', tracking_number: null })
      .where('id', '=', added.id)
      .execute(),
  )
  await shop.db.asService((tx) => tx.deleteFrom('private.joined_orders').execute())
  expect(await shop.send(added.order_number)).toMatchObject([{ ok: true }])
})

/** An order of two dresses in size 10-12 and one in size 12-14. */
async function orderOfThree(shop: PostageShop) {
  const order = await shop.paidOrder({}, { quantity: 2 })
  await shop.db.asService((tx) =>
    sql`insert into public.order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity, dispatch_by)
      select order_id, 1, product_id, slug, name, '12-14', 89, 1, dispatch_by from public.order_lines where order_id = ${order.id}`.execute(
      tx,
    ),
  )
  return order
}

function sendPart(shop: PostageShop, order_number: string, pieces: readonly Piece[]) {
  return shop.call<{ results: PostageResult[] }>('send-postage', { orders: [order_number], pieces })
}

async function whatLeft(shop: PostageShop, orderId: string) {
  return shop.db.asService(async (tx) => {
    const { rows: parcels } = await sql<{ tracking_number: string; pieces: Piece[] }>`
      select parcel.tracking_number, (select jsonb_agg(jsonb_build_object('position', line.position, 'quantity', part.quantity)
          order by line.position) from private.parcel_lines as part
          join public.order_lines as line on line.id = part.line_id where part.parcel_id = parcel.id) as pieces
        from private.parcels as parcel where parcel.order_id = ${orderId} order by parcel.id`.execute(tx)
    const order = await tx
      .selectFrom('pre_orders')
      .select(['order_status', 'tracking_number'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    return { ...order, parcels }
  })
}

test('a part of an order goes to Click & Drop, its number sends it, and the rest goes after it', async () => {
  await using shop = await postageShop()
  const { id, order_number } = await orderOfThree(shop)
  const part = [{ position: 0, quantity: 1 }]
  expect((await sendPart(shop, order_number, part)).body.results).toEqual([{ order_number, ok: true, problems: [] }])
  expect((await sendPart(shop, order_number, part)).body.results).toMatchObject([{ problems: [{ code: 'given' }] }])
  expect(await shop.send(order_number)).toMatchObject([{ ok: false, problems: [{ code: 'given' }] }])
  await shop.work()
  expect(shop.post.orders).toMatchObject([
    { orderReference: order_number, packages: [{ weightInGrams: 80 + 620 }], subtotal: 89 },
  ])
  expect(await shop.parcel(order_number)).toMatchObject({
    state: 'sent',
    problems: [],
    part: [{ name: 'Mary Dress', size: '10-12', quantity: 1 }],
  })

  shop.post.print(order_number, 'AA123456785GB')
  await Promise.all([shop.fetchTracking(), shop.fetchTracking()])
  await shop.fetchTracking()
  const first = { tracking_number: 'AA123456785GB', pieces: part }
  expect(await whatLeft(shop, id)).toEqual({ order_status: 'processing', tracking_number: null, parcels: [first] })
  expect(await shop.parcel(order_number)).toMatchObject({ state: 'shipped' })
  const emails = await shop.db.asService((tx) =>
    tx.selectFrom('private.outbox').select('kind').where('order_id', '=', id).execute(),
  )
  expect(emails).toEqual([{ kind: 'order_dispatched' }])

  expect(await shop.send(order_number)).toMatchObject([{ ok: true }])
  await shop.work()
  expect(shop.post.violations).toEqual([])
  expect(shop.post.orders.at(-1)).toMatchObject({
    orderReference: `${order_number}-2`,
    packages: [{ weightInGrams: 80 + 2 * 620 }],
  })
  expect(await shop.parcel(order_number)).toMatchObject({ part: null })
  shop.post.print(`${order_number}-2`, 'AA123456799GB')
  await shop.fetchTracking()
  const rest = [
    { position: 0, quantity: 1 },
    { position: 1, quantity: 1 },
  ]
  expect(await whatLeft(shop, id)).toEqual({
    order_status: 'shipped',
    tracking_number: 'AA123456799GB',
    parcels: [first, { tracking_number: 'AA123456799GB', pieces: rest }],
  })
})

test('a part is taken back by DELETE; all that remains is no part; what is gone, or of two orders, is refused', async () => {
  await using shop = await postageShop()
  const { order_number } = await orderOfThree(shop)
  await sendPart(shop, order_number, [{ position: 1, quantity: 1 }])
  await shop.work()
  await shop.call('take-postage-back', { orders: [order_number] })
  await shop.work()
  expect(shop.post.orders).toEqual([])
  expect(await shop.parcel(order_number)).toBeUndefined()
  expect((await sendPart(shop, order_number, [{ position: 0, quantity: 3 }])).body.results).toEqual([
    { order_number, ok: false, problems: [{ code: 'pieces_gone' }] },
  ])
  const two = await shop.call('send-postage', {
    orders: [order_number, 'TKW-000000'],
    pieces: [{ position: 0, quantity: 1 }],
  })
  expect(two).toMatchObject({ status: 400, body: { details: [{ message: 'A part is of one order.' }] } })
  const all = [
    { position: 1, quantity: 1 },
    { position: 0, quantity: 2 },
  ]
  expect((await sendPart(shop, order_number, all)).body.results).toMatchObject([{ ok: true }])
  await shop.work()
  expect(await shop.parcel(order_number)).toMatchObject({ state: 'sent', part: null })
})

test('of a part, what is cancelled before the call is not sent, and afterwards it says that its contents changed', async () => {
  await using shop = await postageShop()
  const cancel = (id: string, position: number, quantity: number) =>
    shop.db.asService((tx) =>
      tx
        .updateTable('order_lines')
        .set({ cancelled_quantity: quantity })
        .where('order_id', '=', id)
        .where('position', '=', position)
        .execute(),
    )
  const [none, some] = [await orderOfThree(shop), await orderOfThree(shop)]
  await sendPart(shop, none.order_number, [{ position: 1, quantity: 1 }])
  await sendPart(shop, some.order_number, [{ position: 0, quantity: 2 }])
  await cancel(none.id, 1, 1)
  await shop.work()
  expect(await shop.parcel(none.order_number)).toMatchObject({ state: 'failed', problems: [{ code: 'pieces_gone' }] })
  expect(shop.post.orders).toMatchObject([{ packages: [{ weightInGrams: 80 + 2 * 620 }] }])
  await cancel(some.id, 0, 1)
  expect(await shop.parcel(some.order_number)).toMatchObject({ problems: [{ parts: ['contents'] }] })
  shop.post.print(some.order_number, 'AA123456785GB')
  await shop.fetchTracking()
  expect(await whatLeft(shop, some.id)).toEqual({
    order_status: 'processing',
    tracking_number: null,
    parcels: [{ tracking_number: 'AA123456785GB', pieces: [{ position: 0, quantity: 1 }] }],
  })
})

test('of a part that the owner has sent herself meanwhile, her number stays', async () => {
  await using shop = await postageShop()
  const { id, order_number } = await orderOfThree(shop)
  const pieces = [{ position: 1, quantity: 1 }]
  await sendPart(shop, order_number, pieces)
  await shop.work()
  await shop.db.asService((tx) => shipParcel(tx, { orderNumber: order_number, pieces, trackingNumber: 'HAND 1' }))
  shop.post.print(order_number, 'AA123456785GB')
  await shop.fetchTracking()
  expect(await whatLeft(shop, id)).toEqual({
    order_status: 'processing',
    tracking_number: null,
    parcels: [{ tracking_number: 'HAND 1', pieces }],
  })
  expect(await shop.parcel(order_number)).toMatchObject({ state: 'shipped' })
})

test('after a new JWT_SECRET the key is sealed again, and one that neither secret reads stops nothing', async () => {
  await using shop = await postageShop({ key: null })
  const former = createSeal('the former secret')
  const present = createSeal('the present secret')
  const other = createSeal('another secret')
  await shop.db.asService((tx) => writeKey(tx, former, 'a key'))
  const resealed = (seals: { former: typeof former; present: typeof former }) =>
    shop.db.asService((tx) => reseal(tx, { ...seals, others: [sealedPostageKey] }))
  expect((await resealed({ former, present })).at(-1)).toMatchObject({ resealed: 1, unreadable: 0 })
  expect(await shop.db.asService((tx) => readKey(tx, present))).toBe('a key')
  expect((await resealed({ former: other, present: former })).at(-1)).toMatchObject({ resealed: 0, unreadable: 1 })
})

test('an order that is changed after it was sent says so, until it is taken back and sent again', async () => {
  await using shop = await postageShop()
  const { id, order_number } = await shop.paidOrder()
  await shop.send(order_number)
  await shop.work()
  expect(await shop.parcel(order_number)).toMatchObject({ state: 'sent', problems: [] })
  const set = (values: object) =>
    shop.db.asService((tx) => tx.updateTable('pre_orders').set(values).where('id', '=', id).execute())
  // What no label shows is no change.
  await set({ notes: 'Ring twice' })
  expect(await shop.parcel(order_number)).toMatchObject({ problems: [] })
  await set({ shipping_address: '8 Chapel Lane', customer_phone: null })
  expect(await shop.parcel(order_number)).toMatchObject({
    state: 'sent',
    problems: [{ code: 'changed_since', parts: ['address', 'contact'], way: 'api' }],
  })
  await shop.call('take-postage-back', { orders: [order_number] })
  await shop.work()
  await shop.send(order_number)
  await shop.work()
  expect(shop.post.orders.map(({ recipient }) => recipient.address.addressLine1)).toEqual(['8 Chapel Lane'])
  expect(await shop.parcel(order_number)).toMatchObject({ state: 'sent', problems: [] })
  // The contents: one of two is cancelled.
  const two = await shop.paidOrder({}, { quantity: 2 })
  await shop.send(two.order_number)
  await shop.work()
  await shop.db.asService((tx) =>
    tx.updateTable('order_lines').set({ cancelled_quantity: 1 }).where('order_id', '=', two.id).execute(),
  )
  expect(await shop.parcel(two.order_number)).toMatchObject({ problems: [{ parts: ['contents'] }] })
})

test('an answer that was lost does not hide a change: what was given is noted before the call', async () => {
  await using shop = await postageShop()
  const { id, order_number } = await shop.paidOrder()
  await shop.send(order_number)
  shop.post.fault = () => ({ broken: 'drop', kept: true })
  await shop.work()
  shop.post.fault = () => undefined
  await shop.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ shipping_city: 'York' }).where('id', '=', id).execute(),
  )
  await shop.work()
  expect(shop.post.orders).toHaveLength(1)
  expect(await shop.parcel(order_number)).toMatchObject({ state: 'sent', problems: [{ parts: ['address'] }] })
})

test('a rehearsal calls a stand-in alone: it takes no key, and sends nothing under one that it has', async () => {
  const real = 'https://api.parcel.royalmail.com'
  expect(openClickAndDrop({ isLive: false })).toBeNull()
  expect(openClickAndDrop({ isLive: false, base: real })).toBeNull()
  expect(openClickAndDrop({ isLive: false, base: 'http://127.0.0.1:4100' })).not.toBeNull()
  expect(openClickAndDrop({ isLive: true })).not.toBeNull()
  await using shop = await postageShop({ isRehearsal: true })
  const { order_number } = await shop.paidOrder()
  const refused = { status: 400, body: { message: expect.stringContaining('This shop is a rehearsal') } }
  expect(await shop.call('postage-key', { key: shop.post.apiKey })).toMatchObject(refused)
  expect(await shop.call('send-postage', { orders: [order_number] })).toMatchObject(refused)
  expect((await shop.call('postage?orders=')).body).toMatchObject({ key: 'rehearsal' })
  await shop.db.asService((tx) =>
    sql`insert into private.postage_parcels (order_id, reference, way, state)
      select id, order_number, 'api', 'waiting' from public.pre_orders where order_number = ${order_number}`.execute(
      tx,
    ),
  )
  await shop.work()
  await shop.fetchTracking()
  expect(await shop.parcel(order_number)).toMatchObject({ state: 'failed', problems: [{ code: 'key_missing' }] })
  expect(shop.post.requests).toEqual([])
  // A file is made as anywhere, and a key of before is removed.
  expect((await shop.call<{ file: object }>('postage-file', { orders: [order_number] })).body.file).not.toBeNull()
  expect(await shop.call('postage-key', { key: null })).toMatchObject({ status: 200, body: { key: 'rehearsal' } })
})
