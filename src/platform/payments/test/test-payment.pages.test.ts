import { expect, test } from 'vitest'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'

async function openPage(shop: CheckoutShop): Promise<string> {
  const dress = await shop.db.product({ name: '<b>Mary</b> & "Ruth"', price: 89 })
  return (await shop.press({ items: [itemOf(dress)] })).body.sessionId ?? ''
}

test('the page shows the order, both totals and a link back, and is not cached', async () => {
  await using shop = await checkoutShop()
  const response = await shop.fetch(`/test-payment/${await openPage(shop)}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  const page = await response.text()
  for (const text of [
    'Test payment: no money moves',
    'Pay £93.50',
    'Pay £95.50',
    '<a href="/checkout/cancelled">Cancel</a>',
  ]) {
    expect(page).toContain(text)
  }
  expect(page).toContain('&lt;b&gt;Mary&lt;/b&gt; &amp; &quot;Ruth&quot;')
  expect(page).not.toContain('<script')
})

test('an invalid form is shown again with the typed values, escaped as text', async () => {
  await using shop = await checkoutShop()
  const response = await shop.pay(await openPage(shop), { name: '"><script>alert(1)</script>', email: 'nobody' })
  expect(response.status).toBe(422)
  const page = await response.text()
  expect(page).toContain('Please check one field.')
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  expect(page).toMatch(/name="email"[^>]*aria-invalid="true"/)
})

test('a button pressed twice pays once and redirects to the same page', async () => {
  await using shop = await checkoutShop()
  const id = await openPage(shop)
  const responses = await Promise.all([shop.pay(id), shop.pay(id), shop.pay(id)])
  for (const response of responses) expect(response.headers.get('location')).toBe(`/checkout/success?session_id=${id}`)
  expect(await shop.count('private.payment_events')).toBe(1)
  const page = await (await shop.fetch(`/test-payment/${id}`)).text()
  expect(page).toContain('This order is complete')
  expect(page).toContain(`href="/checkout/success?session_id=${id}"`)
})

test('a page that does not exist or has expired, and a request that is not the form, get an error page', async () => {
  await using shop = await checkoutShop()
  const id = await openPage(shop)
  const json = await shop.fetch(`/test-payment/${id}`, { method: 'POST', body: '{"card":"4242"}' })
  expect(json.status).toBe(422)
  const flood = await shop.pay(id, { name: 'x'.repeat(40_000) })
  expect(flood.status).toBe(413)
  await shop.paymentDeps.provider.expireSession(id)
  for (const response of [await shop.fetch(`/test-payment/${id}`), await shop.pay(id)]) {
    expect(response.status).toBe(410)
    expect(await response.text()).toContain('Nothing was paid')
  }
  expect((await shop.fetch(`/test-payment/cs_test_${'x'.repeat(32)}`)).status).toBe(404)
})
