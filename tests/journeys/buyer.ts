import { expect, type Page } from '@playwright/test'
import type { ShopUnderTest } from './shop.ts'

export const acceptedCard = '4242 4242 4242 4242'
export const declined = '4000 0000 0000 0002'

/** Opens the product from the shop's list, chooses the size and adds it to the cart. */
export async function putInCart(
  page: Page,
  { name, size, quantity = 1 }: { name: string; size: string; quantity?: number },
) {
  await page.goto('/shop')
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('radio', { name: size.replace('-', '–'), exact: true }).check()
  for (let more = 1; more < quantity; more += 1)
    await page.getByRole('main').getByRole('button', { name: 'Increase quantity' }).click()
  await page
    .locator('#sizes')
    .getByRole('button', { name: /Add to Cart|Pre-Order Now/ })
    .click()
  await expect(page.getByText(/has been added to your cart|quantity updated/).first()).toBeVisible()
}

export async function openCart(page: Page) {
  await page.getByRole('button', { name: /^Open cart/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Your Cart' })
  await expect(drawer).toBeVisible()
  return drawer
}

/** Presses 'Checkout with Stripe' and returns the new tab with the payment page. */
export async function goToPayment(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Checkout with Stripe' }).click()
  const payment = await opening
  await payment.waitForURL(/\/test-payment\//)
  return payment
}

type Filled = { card?: string; email?: string; delivery?: RegExp }

/** Fills in the payment page and presses its button. */
export async function pay(payment: Page, { card = acceptedCard, email = 'miriam@example.com', delivery }: Filled = {}) {
  await payment.getByLabel('E-mail').fill(email)
  await payment.getByLabel('Full name').fill('Miriam Okafor')
  await payment.getByLabel('Phone').fill('07700 900123')
  await payment.getByLabel('Address', { exact: true }).fill('7 Chapel Lane')
  await payment.getByLabel('City').fill('Leeds')
  await payment.getByLabel('Postcode').fill('LS1 4AP')
  if (delivery) await payment.getByRole('radio', { name: delivery }).check()
  await payCard(payment, card)
}

export async function payCard(payment: Page, card: string) {
  await payment.getByLabel('Card number').fill(card)
  await payment.getByLabel('Expiry').fill('12 / 34')
  await payment.getByLabel('CVC').fill('123')
  await payment.getByRole('button', { name: /^Pay £/ }).click()
}

export async function expectConfirmed(page: Page) {
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
}

export type Order = {
  id: string
  order_number: string
  product_price: string
  discount_amount: string
  shipping_amount: string | null
  final_amount: string
  payment_status: string
  provider_state: string
  customer_email: string | null
  customer_name: string | null
  shipping_country: string | null
  discount_code: string | null
  notes_open: number
}

/** The orders of a customer, oldest first. */
export function ordersOf(shop: ShopUnderTest, email: string): Promise<Order[]> {
  return shop.rows<Order>(
    `select *, (select count(*)::int from private.order_notes where order_id = pre_orders.id and resolved_at is null) as notes_open
      from pre_orders where customer_email = $1 order by created_at`,
    [email],
  )
}

/** The cart lines in this browser's storage. */
export function keptCart(page: Page): Promise<{ name: string; size: string; quantity: number; price: number }[]> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('tkw-cart') ?? '[]'))
}
