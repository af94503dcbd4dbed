import type { Page } from '@playwright/test'
import { expectConfirmed, goToPayment, keptCart, openCart, ordersOf, pay, putInCart } from './buyer.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 390, height: 844 } })

const waiting = 'Finish paying in the other tab'

/** A cart on the garment's page, scrolled down, with its drawer open. */
async function cartOnPage(page: Page) {
  await putInCart(page, { name: 'Mary Dress', size: '12-14' })
  await page.evaluate(() => scrollTo(0, 700))
  return openCart(page)
}

test('the button says that payment opens in a new tab, and the first tab keeps its place and becomes the success page', async ({
  page,
  shop,
}) => {
  const email = 'first.tab@example.com'
  const drawer = await cartOnPage(page)
  const left = page.url()
  await expect(drawer.getByRole('button', { name: 'Checkout with Stripe' })).toHaveAccessibleDescription(
    'Opens the payment page in a new tab',
  )
  const payment = await goToPayment(page)
  await expect(drawer.getByText(waiting)).toBeVisible()
  await expect(page).toHaveURL(left)
  expect(await page.evaluate(() => scrollY)).toBe(700)
  await pay(payment, { email })
  await expectConfirmed(payment)
  await expectConfirmed(page)
  await expect(page).toHaveURL(payment.url())
  expect(await keptCart(page)).toEqual([])
  expect(await ordersOf(shop, email)).toHaveLength(1)
  await page.goBack()
  await expect(page).toHaveURL(left)
  await expect(drawer).toBeHidden()
})

test('a tab that was closed is opened again, for the same payment', async ({ page }) => {
  const drawer = await cartOnPage(page)
  const payment = await goToPayment(page)
  const { pathname } = new URL(payment.url())
  await payment.close()
  const opening = page.waitForEvent('popup')
  await drawer.getByRole('button', { name: 'Open it again' }).click()
  const again = await opening
  await again.waitForURL(/\/test-payment\//)
  expect(new URL(again.url()).pathname).toBe(pathname)
})

test('the first tab may be reloaded and the other closed: the open cart asks the server', async ({ page, shop }) => {
  const email = 'asks.server@example.com'
  await cartOnPage(page)
  const payment = await goToPayment(page)
  await page.reload()
  const drawer = await openCart(page)
  await expect(drawer.getByText(waiting)).toBeVisible()
  await payment.route('**/checkout/success**', (route) => route.abort())
  await pay(payment, { email }).catch(() => undefined)
  await payment.close()
  await expectConfirmed(page)
  expect(await keptCart(page)).toEqual([])
  expect(await ordersOf(shop, email)).toHaveLength(1)
})

test('Cancel in the other tab ends the message, and so does a changed cart', async ({ page }) => {
  const drawer = await cartOnPage(page)
  const payment = await goToPayment(page)
  await expect(drawer.getByText(waiting)).toBeVisible()
  await payment.getByRole('link', { name: 'Cancel' }).click()
  await expect(payment.getByRole('dialog', { name: 'Your Cart' })).toBeVisible()
  await expect(payment.getByText(waiting)).toBeHidden()
  await expect(drawer.getByText(waiting)).toBeHidden()
  await expect(drawer.getByText('Mary Dress')).toBeVisible()

  const second = await goToPayment(page)
  await expect(drawer.getByText(waiting)).toBeVisible()
  await drawer.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(drawer.getByText(waiting)).toBeHidden()
  await second.close()
})

test('a payment page that is over ends the message', async ({ page }) => {
  const drawer = await cartOnPage(page)
  const payment = await goToPayment(page)
  await expect(drawer.getByText(waiting)).toBeVisible()
  await payment.close()
  await page.clock.install()
  await page.clock.fastForward('01:01:00')
  await expect(drawer.getByText(waiting)).toBeHidden()
  await expect(drawer.getByText('Mary Dress')).toBeVisible()
})

test('both tabs on the success page take out the bought lines once', async ({ page }) => {
  const drawer = await cartOnPage(page)
  const payment = await goToPayment(page)
  // Added while the payment page is open: a second piece of the same garment, and another.
  const other = await page.context().newPage()
  await other.goto('/')
  await other.evaluate(() => {
    const lines = JSON.parse(localStorage.getItem('tkw-cart') ?? '[]')
    const more = [
      { ...lines[0], quantity: 2 },
      { ...lines[0], size: '8-10' },
    ]
    localStorage.setItem('tkw-cart', JSON.stringify(more))
  })
  await expect(drawer.getByText(waiting)).toBeHidden()
  await pay(payment)
  await expectConfirmed(payment)
  await expectConfirmed(page)
  await page.reload()
  await payment.reload()
  await expectConfirmed(page)
  expect(await keptCart(page)).toMatchObject([
    { size: '12-14', quantity: 1 },
    { size: '8-10', quantity: 1 },
  ])
})

test('a hidden tab asks nothing, and a visible one not more often than every few seconds', async ({ page }) => {
  await cartOnPage(page)
  let asked = 0
  await page.route('**/functions/v1/checkout-status**', (route) => {
    asked += 1
    return route.continue()
  })
  await page.clock.install()
  await goToPayment(page)
  await page.clock.runFor(20_000)
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }))
  // A request that had begun is counted only when it arrives.
  await page.waitForTimeout(1_000)
  const visible = asked
  expect(visible).toBeGreaterThan(0)
  expect(visible).toBeLessThanOrEqual(5)
  await page.clock.runFor(20_000)
  expect(asked).toBe(visible)
})

test('a browser without a second tab is promised none', async ({ browser, shop }) => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 358.0.0.18.94 (iPhone14,5; iOS 18_1)'
  const context = await browser.newContext({ baseURL: shop.url, userAgent })
  const page = await context.newPage()
  const drawer = await cartOnPage(page)
  const left = page.url()
  const checkout = drawer.getByRole('button', { name: 'Checkout with Stripe' })
  await expect(checkout).toHaveAccessibleDescription('')
  await expect(drawer.getByText(/new tab/)).toBeHidden()
  await checkout.click()
  await page.waitForURL(/\/test-payment\//)
  await page.goBack()
  await expect(page).toHaveURL(left)
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeHidden()
  expect(await keptCart(page)).toHaveLength(1)
  await openCart(page)
  await expect(page.getByText(waiting)).toBeHidden()
  await context.close()
})

test('the payment page shows size, height and gift note', async ({ page }) => {
  await page.goto('/product/mary-dress')
  await page.getByRole('radio', { name: '12–14', exact: true }).check()
  await page.getByRole('textbox', { name: /^Your height/ }).fill('168')
  await page
    .locator('#sizes')
    .getByRole('button', { name: /Add to Cart/ })
    .click()
  const drawer = await openCart(page)
  await drawer.getByText('Add a gift note').click()
  await drawer.getByRole('textbox', { name: /gift note/i }).fill('For Ruth, with love')
  const payment = await goToPayment(page)
  await expect(payment.getByText('Size 12–14 · Height 168 cm · quantity 1')).toBeVisible()
  await expect(payment.getByText('Gift note: “For Ruth, with love”')).toBeVisible()
})
