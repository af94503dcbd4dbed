import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buyer } from '#tests/fixtures/buyer.ts'
import { checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'

test('a cart becomes a paid order, to the penny, with its lines, its customer and one e-mail', async () => {
  await using shop = await checkoutShop()
  const mary = await shop.db.product({ name: 'Mary Dress', price: 89.99 })
  const ruth = await shop.db.product({ name: 'Ruth Skirt', price: 30.01 })
  const code = await shop.db.discountCode({ percent: 15, max_redemptions: 1 })
  const items = [itemOf(mary, { quantity: 2 }), itemOf(ruth, { size: '8-10' })]
  const pressed = await shop.press({ items, discountCode: code.code.toLowerCase(), cartId: randomUUID() })
  expect(pressed).toMatchObject({
    status: 200,
    body: { url: expect.stringMatching(/^http:\/\/shop\.test\/test-payment\//) },
  })
  const sessionId = pressed.body.sessionId ?? ''

  expect(await shop.order(sessionId)).toMatchObject({
    payment_status: 'pending',
    provider_state: 'open',
    customer_email: null,
  })
  expect(await shop.status(sessionId)).toBe('none')
  const paid = await shop.pay(sessionId)
  expect([paid.status, paid.headers.get('location')]).toEqual([303, `/checkout/success?session_id=${sessionId}`])
  await shop.runJobs()
  expect(await shop.status(sessionId)).toBe('paid')

  // 209.99 less 15% (31.4985, half up) is 178.49: above £120, so Tracked 48 is free.
  expect(await shop.order(sessionId)).toMatchObject({
    payment_status: 'paid',
    provider_state: 'paid',
    order_status: 'pending',
    product_name: 'Mary Dress × 2, Ruth Skirt',
    product_size: '10-12, 8-10',
    product_price: '209.99',
    discount_amount: '31.50',
    shipping_amount: '0.00',
    final_amount: '178.49',
    delivery_service: 'tracked-48',
    customer_name: buyer.name,
    customer_email: buyer.email,
    customer_phone: buyer.phone,
    shipping_address: '1 Barley Row',
    shipping_postcode: 'LS1 4AP',
    shipping_country: 'GB',
    review_notes: [],
    order_number: expect.stringMatching(/^TKW-[0-9A-HJKMNP-TV-Z]{6}$/),
  })
  const lines = await shop.db.asService((tx) => tx.selectFrom('order_lines').selectAll().orderBy('position').execute())
  expect(lines.map((line) => [line.name, line.size, line.quantity, line.unit_price, line.discount_amount])).toEqual([
    ['Mary Dress', '10-12', 2, '89.99', '27.00'],
    ['Ruth Skirt', '8-10', 1, '30.01', '4.50'],
  ])
  const [used] = await shop.db.asService((tx) => tx.selectFrom('discount_codes').selectAll().execute())
  expect(used).toMatchObject({ held: 0, redeemed: 1 })
  expect(await shop.count('private.outbox')).toBe(1)
})

test('the server checks the browser’s prices, sizes and quantities, and charges the shop’s price or refuses', {
  tags: ['N4', 'S1'],
}, async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product({ name: 'Mary Dress', price: 89 })
  const hidden = await shop.db.product({ name: 'Old Dress', price: 50, active: false })
  const press = async (changes: object) => shop.press({ items: [{ ...itemOf(dress), ...changes }] })

  for (const price of [0.01, -89, 88.99, 0, 1e9, 89.001]) {
    const { status, body } = await press({ price })
    expect([status, body.code]).toEqual([409, 'price_changed'])
    expect(body).toMatchObject({
      message: 'The price of Mary Dress is now £89.00.',
      details: { lines: [{ id: dress.id, size: '10-12', name: 'Mary Dress', reason: 'price_changed', price: 89 }] },
    })
  }
  for (const quantity of [0, -1, 1.5, 21, 1e9, '2', null]) expect((await press({ quantity })).status).toBe(400)
  for (const price of ['89', null, undefined]) expect((await press({ price })).status).toBe(400)
  for (const changes of [{ size: '22' }, { size: '' }, { id: randomUUID() }, { id: 'x' }, { id: "'; drop table" }]) {
    const { status, body } = await press(changes)
    expect([status, body.code]).toEqual([409, 'unavailable'])
  }
  const gone = await shop.press({ items: [itemOf(dress), itemOf(hidden)] })
  expect(gone.body).toMatchObject({
    code: 'unavailable',
    details: { lines: [{ id: hidden.id, reason: 'unavailable' }] },
  })
  expect((await shop.press({ items: [] })).body.code).toBe('cart_empty')
  expect((await shop.press({ items: Array(51).fill(itemOf(dress)) })).status).toBe(400)
  expect((await shop.press({ items: Array(3).fill(itemOf(dress, { quantity: 7 })) })).status).toBe(400)
  const twice = [itemOf(dress, { quantity: 20 }), itemOf(dress, { quantity: 20, id: dress.id.toUpperCase() })]
  expect((await shop.press({ items: twice })).status).toBe(400)
  expect((await shop.press({ items: [itemOf(dress)], country: 'AQ' })).body.code).toBe('country_unavailable')
  for (const body of [null, [], 'text', { items: 'all' }, { items: [null] }])
    expect((await shop.press(body)).status).toBe(400)
  expect(await shop.count('pre_orders')).toBe(0)
  expect(await shop.count('private.test_payment_sessions')).toBe(0)
})

test('a line sent twice is one line', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product({ price: 20 })
  const { body } = await shop.press({ items: [itemOf(dress), itemOf(dress, { quantity: 3 })] })
  expect(await shop.order(body.sessionId ?? '')).toMatchObject({
    product_name: 'Mary Dress × 4',
    product_price: '80.00',
  })
  const twoPrices = await shop.press({ items: [itemOf(dress), itemOf(dress, { price: 1 })] })
  expect(twoPrices.body.code).toBe('price_changed')
})

test('twenty concurrent requests create one payment page', { tags: ['N5'] }, async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const code = await shop.db.discountCode({ max_redemptions: 1 })
  const press = { items: [itemOf(dress)], cartId: randomUUID(), discountCode: code.code }
  const responses = await Promise.all(Array.from({ length: 20 }, () => shop.press(press)))
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
  expect(new Set(responses.map((response) => response.body.url)).size).toBe(1)
  expect(await shop.count('private.test_payment_sessions')).toBe(1)
  expect(await shop.count('pre_orders')).toBe(1)
})

test('a changed cart closes the old page, releases its discount code and gets a new page', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const code = await shop.db.discountCode({ max_redemptions: 1 })
  const cartId = randomUUID()
  const first = await shop.press({ items: [itemOf(dress)], cartId, discountCode: code.code })
  const second = await shop.press({ items: [itemOf(dress, { quantity: 2 })], cartId, discountCode: code.code })
  expect(second.status).toBe(200)
  expect(second.body.sessionId).not.toBe(first.body.sessionId)
  expect(await shop.order(first.body.sessionId ?? '')).toMatchObject({
    provider_state: 'expired',
    payment_status: 'pending',
  })

  const late = await shop.pay(first.body.sessionId ?? '')
  expect(late.status).toBe(410)
  expect(await late.text()).toContain('This payment page has expired')
  await shop.pay(second.body.sessionId ?? '')
  await shop.runJobs()
  expect(await shop.order(second.body.sessionId ?? '')).toMatchObject({ provider_state: 'paid' })
  const [used] = await shop.db.asService((tx) => tx.selectFrom('discount_codes').selectAll().execute())
  expect(used).toMatchObject({ held: 0, redeemed: 1 })
})

test('two tabs that check out different carts at once both get a response, and one page can be paid', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const cartId = randomUUID()
  const responses = await Promise.all(
    [1, 2].map((quantity) => shop.press({ items: [itemOf(dress, { quantity })], cartId })),
  )
  expect(responses.every((response) => response.status === 200)).toBe(true)
  const states = await shop.db.asService((tx) => tx.selectFrom('pre_orders').select('provider_state').execute())
  expect(states.filter(({ provider_state }) => provider_state === 'open')).toHaveLength(1)
})

test('a paid cart that is checked out again with other lines is a new purchase', async () => {
  await using shop = await checkoutShop({ deliver: async () => Promise.reject(new Error('held back')) })
  const dress = await shop.db.product()
  const cartId = randomUUID()
  const first = await shop.press({ items: [itemOf(dress)], cartId })
  await shop.pay(first.body.sessionId ?? '')
  const again = await shop.press({ items: [itemOf(dress)], cartId })
  expect(again.body.sessionId).toBe(first.body.sessionId)
  const page = await shop.fetch(`/test-payment/${again.body.sessionId}`)
  expect(await page.text()).toContain('This order is complete')
  const other = await shop.press({ items: [itemOf(dress, { quantity: 2 })], cartId })
  expect(other.body.sessionId).not.toBe(first.body.sessionId)
  expect(await shop.order(first.body.sessionId ?? '')).toMatchObject({ provider_state: 'paid' })
})

test('without a cart id every request is a separate purchase', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const responses = await Promise.all([1, 2].map(() => shop.press({ items: [itemOf(dress)] })))
  expect(new Set(responses.map((response) => response.body.sessionId)).size).toBe(2)
})

test('a declined card keeps the form’s values and charges nothing, and another card pays', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const sessionId = (await shop.press({ items: [itemOf(dress)] })).body.sessionId ?? ''
  const declined = await shop.pay(sessionId, { card: '4000 0000 0000 0002', delivery: 'tracked-24' })
  expect(declined.status).toBe(402)
  const html = await declined.text()
  expect(html).toContain('Your card was declined')
  for (const typed of [buyer.email, buyer.name, buyer.postcode, '4000 0000 0000 0002'])
    expect(html).toContain(`value="${typed}"`)
  expect(html).toMatch(/value="tracked-24" checked/)
  expect(await shop.order(sessionId)).toMatchObject({ provider_state: 'open', payment_status: 'pending' })
  expect((await shop.pay(sessionId, { delivery: 'tracked-24' })).status).toBe(303)
  await shop.runJobs()
  expect(await shop.order(sessionId)).toMatchObject({ shipping_amount: '6.50', final_amount: '95.50' })
})

test('another zone is offered only its own services and countries', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product({ price: 200 })
  const sessionId = (await shop.press({ items: [itemOf(dress)], country: 'fr' })).body.sessionId ?? ''
  const page = await (await shop.fetch(`/test-payment/${sessionId}`)).text()
  expect(page).toContain('<option value="FR" selected')
  expect(page).not.toContain('value="GB"')
  expect(page).not.toContain('Tracked 48')
  expect((await shop.pay(sessionId, { country: 'GB', delivery: 'europe-tracked' })).status).toBe(422)
  expect((await shop.pay(sessionId, { country: 'FR', delivery: 'tracked-48' })).status).toBe(422)
  expect((await shop.pay(sessionId, { country: 'BE', delivery: 'europe-tracked', postcode: '1000' })).status).toBe(303)
  await shop.runJobs()
  expect(await shop.order(sessionId)).toMatchObject({
    final_amount: '214.95',
    shipping_country: 'BE',
    review_notes: [],
  })
})

const freePost = {
  id: 'free',
  name: 'Free',
  countries: ['GB'],
  services: [{ id: 'post', label: 'Post', pricePence: 300, freeFromPence: 0, transitDays: { from: 3, to: 3 } }],
}

test('a free order passes the payment page without a card', async () => {
  await using shop = await checkoutShop({ zones: [freePost] })
  const dress = await shop.db.product()
  const code = await shop.db.discountCode({ percent: 100 })
  const { body } = await shop.press({ items: [itemOf(dress)], discountCode: code.code })
  const sessionId = body.sessionId ?? ''
  const page = await (await shop.fetch(`/test-payment/${sessionId}`)).text()
  expect(page).toContain('Place order')
  expect(page).not.toContain('Card number')
  expect((await shop.pay(sessionId, { delivery: 'post', card: '', expiry: '', cvc: '' })).status).toBe(303)
  await shop.runJobs()
  expect(await shop.order(sessionId)).toMatchObject({
    provider_state: 'paid',
    final_amount: '0.00',
    customer_email: buyer.email,
  })
})

test('a total below the smallest card charge is refused with a clear message', async () => {
  await using shop = await checkoutShop({ zones: [freePost] })
  const dear = await shop.db.product({ price: 5 })
  const code = await shop.db.discountCode({ percent: 95 })
  const { status, body } = await shop.press({ items: [itemOf(dear)], discountCode: code.code })
  expect([status, body.code]).toEqual([400, 'amount_too_small'])
  const [unheld] = await shop.db.asService((tx) => tx.selectFrom('discount_codes').select('held').execute())
  expect(unheld?.held).toBe(0)
})

test('a total above the largest card charge is refused before anything is written', async () => {
  await using shop = await checkoutShop()
  const dear = await shop.db.product({ price: 10_000 })
  const sizes = ['8-10', '10-12', '12-14', '14-16', '16-18']
  const { status, body } = await shop.press({
    items: sizes.map((size) => ({ ...itemOf(dear), size, quantity: 20 })),
  })
  expect([status, body.code]).toEqual([400, 'bad_request'])
  expect(await shop.count('pre_orders')).toBe(0)
})

test('the payment page’s URL never comes from the request’s Host header', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ items: [itemOf(dress)] }) }
  const response = await shop.fetch('http://evil.example/functions/v1/create-stripe-checkout', init)
  expect(((await response.json()) as { url: string }).url).toMatch(/^http:\/\/shop\.test\//)
})
