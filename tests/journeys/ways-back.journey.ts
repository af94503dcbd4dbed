import { goToPayment, keptCart, openCart, putInCart } from './buyer.ts'
import { expect, test } from './shop.ts'

test('Cancel on the payment page returns to the same page with the cart open and unchanged', async ({ page }) => {
  await putInCart(page, { name: 'Hannah Blouse', size: '16-18' })
  const left = page.url()
  await openCart(page)
  const payment = await goToPayment(page)
  await payment.getByRole('link', { name: 'Cancel' }).click()
  await expect(payment).toHaveURL(left)
  const drawer = payment.getByRole('dialog', { name: 'Your Cart' })
  await expect(drawer.getByText('Hannah Blouse')).toBeVisible()
  await expect(payment.getByText('Payment cancelled')).toBeVisible()
  await expect(payment.getByText('Your cart is as you left it.')).toBeVisible()
  expect(await keptCart(payment)).toHaveLength(1)
  await payment.keyboard.press('Escape')
  await expect(payment.getByRole('button', { name: 'Open cart, 1 item' })).toBeFocused()
})

test('Cancel never opens another site, whatever the browser has stored', { tag: '@S20' }, async ({ page }) => {
  await putInCart(page, { name: 'Hannah Blouse', size: '16-18' })
  for (const from of ['//evil.example/shop', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', 7]) {
    await page.evaluate((path) => {
      localStorage.setItem('tkw-page-left', JSON.stringify(path))
    }, from)
    await page.goto('/checkout/cancelled')
    await expect(page).toHaveURL('/shop')
    await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeVisible()
  }
})

test('without JavaScript the page of a cancelled payment has a link to the shop', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const page = await context.newPage()
  const response = await page.goto('/checkout/cancelled', { waitUntil: 'commit' })
  expect(response?.headers()).toMatchObject({ 'x-robots-tag': 'noindex' })
  await expect(page.getByRole('heading', { name: 'Payment cancelled' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Back to the shop' })).toHaveAttribute('href', '/shop')
  await context.close()
})

test('an inactive product shows its photograph in full colour, without an error text', async ({ page, shop }) => {
  await shop.rows(`update products set active = false where slug = 'ruth-skirt'`)
  try {
    await expect(async () => {
      const response = await page.goto('/product/ruth-skirt')
      expect(response?.status()).toBe(404)
    }).toPass()
    const picture = page.getByRole('main').locator('img').first()
    expect(await picture.evaluate((image) => getComputedStyle(image).filter)).not.toContain('saturate')
    await expect(page.getByText('Oops! Page not found')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link', { name: 'Return to Home' })).toBeVisible()
  } finally {
    await shop.rows(`update products set active = true where slug = 'ruth-skirt'`)
  }
})
