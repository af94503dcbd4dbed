import { expect, type Page } from '@playwright/test'
import { acceptedCard, type Order, ordersOf } from './buyer.ts'
import type { ShopUnderTest } from './shop.ts'

/** Buys and pays for skirts with the requests that the cart and the payment page send, without opening the pages. */
export async function bought(
  page: Page,
  shop: ShopUnderTest,
  email = `${crypto.randomUUID().slice(0, 8)}@example.com`,
  quantity = 1,
): Promise<Order> {
  const [skirt] = await shop.rows<{ id: string; name: string; price: string }>(
    `select id, name, price from products where name = 'Ruth Skirt'`,
  )
  const item = { ...skirt, price: Number(skirt?.price), size: '10-12', quantity, imageUrl: null }
  const response = await page.request.post(`${shop.url}/functions/v1/create-stripe-checkout`, {
    data: { items: [item] },
  })
  const { url } = await response.json()
  const typed = { email, name: 'Miriam Okafor', phone: '07700 900123', address: '7 Chapel Lane', city: 'Leeds' }
  const place = { postcode: 'LS1 4AP', country: 'GB', delivery: 'tracked-48' }
  const paid = await page.request.post(url, {
    form: { ...typed, ...place, card: acceptedCard, expiry: '12 / 44', cvc: '123' },
    maxRedirects: 0,
  })
  expect(paid.status()).toBe(303)
  await expect.poll(async () => (await ordersOf(shop, email)).length, { timeout: 30_000 }).toBe(1)
  const [order] = await ordersOf(shop, email)
  return order as Order
}
