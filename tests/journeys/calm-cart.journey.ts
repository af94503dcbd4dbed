import type { Locator } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { goToPayment, openCart, pay } from './buyer.ts'
import { expect, test } from './shop.ts'
import { notices } from './signing.ts'

async function placeOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('The part is not on the page')
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height }
}

async function overlaps(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await placeOf(one), await placeOf(other)]
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

test('on a phone the notice of an added garment opens the cart and covers no button; the cart names date and total in view', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto('/product/mary-dress')
  await page.getByRole('radio', { name: '10–12', exact: true }).check()
  const add = page
    .getByRole('main')
    .getByRole('button', { name: /^(Add to Cart|Pre-Order Now)$/ })
    .first()
  await add.click()
  const notice = notices(page).getByRole('listitem')
  await expect(notice).toContainText('Mary Dress has been added to your cart')
  for (const free of [add, page.getByRole('button', { name: /^Open cart/ })]) {
    await expect.poll(() => overlaps(notice, free)).toBe(false)
  }
  await notice.getByRole('button', { name: 'View cart' }).click()
  const drawer = page.getByRole('dialog', { name: 'Your Cart' })
  await expect(drawer).toBeVisible()
  await expect(notice).toBeHidden()
  for (const seen of [/dispatched by \w+ \d+ \w+.*with you by \w+ \d+ \w+/, /^To pay/, /^Mary Dress$/]) {
    await expect(drawer.getByText(seen).first()).toBeInViewport({ ratio: 1 })
  }
  await expectAccessible(page, { within: '[role=dialog]' })

  // A later notice, above the drawer's foot, leaves all of its buttons free.
  const code = drawer.getByRole('textbox', { name: 'Discount code' })
  await code.fill('NO-SUCH-CODE')
  await code.press('Enter')
  await expect(notice).toContainText('Invalid Discount Code')
  for (const name of ['Close cart', 'Checkout with Stripe', 'Remove', 'Increase quantity', 'Apply']) {
    const button = drawer.getByRole('button', { name, exact: true })
    await button.scrollIntoViewIfNeeded()
    await expect.poll(() => overlaps(notice, button), name).toBe(false)
  }

  // In a low viewport the drawer scrolls as a whole.
  await page.setViewportSize({ width: 664, height: 360 })
  await drawer.getByRole('button', { name: 'Checkout with Stripe' }).scrollIntoViewIfNeeded()
  await expect(drawer.getByRole('button', { name: 'Checkout with Stripe' })).toBeInViewport({ ratio: 1 })
  expect((await placeOf(drawer.getByRole('listitem', { name: 'Mary Dress' }))).top).toBeLessThan(0)
})

test('the service and the gift note chosen in the cart reach the payment page and the order', async ({
  page,
  shop,
}) => {
  await page.goto('/product/ruth-skirt')
  await page.getByRole('radio', { name: '10–12', exact: true }).check()
  await page
    .locator('#sizes')
    .getByRole('button', { name: /^(Add to Cart|Pre-Order Now)$/ })
    .click()
  let drawer = await openCart(page)
  const services = drawer.getByRole('group', { name: 'Delivery to United Kingdom' }).getByRole('radio')
  const toPay = () =>
    drawer
      .getByText(/^To pay/)
      .locator('..')
      .innerText()
  await expect(services).toHaveCount(2)
  const usual = await toPay()
  await expect(services.first()).toBeChecked()
  await services.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(services.nth(1)).toBeChecked()
  expect(await toPay()).not.toBe(usual)

  const opener = drawer.getByRole('button', { name: 'Add a gift note' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const note = drawer.getByRole('textbox', { name: 'Gift note' })
  await expect(note).toBeFocused()
  await page.keyboard.type('For a moment')
  await drawer.getByRole('button', { name: 'Remove the gift note' }).click()
  await expect(opener).toBeFocused()
  await opener.click()
  await expect(note).toHaveValue('')
  await note.fill(`Happy birthday,\n${'é'.repeat(300)}`)
  await expect(note).toHaveAccessibleDescription(/200 of 200/)
  await note.fill('Happy birthday,\nNaomi')
  await expectAccessible(page, { within: '[role=dialog]' })

  // Both are kept in this browser.
  await page.reload()
  drawer = await openCart(page)
  await expect(drawer.getByRole('textbox', { name: 'Gift note' })).toHaveValue('Happy birthday,\nNaomi')
  await expect(drawer.getByRole('radio', { name: /Tracked 24/ })).toBeChecked()
  const payment = await goToPayment(page)
  await expect(payment.getByRole('radio', { name: /Tracked 24/ })).toBeChecked()
  await pay(payment, { email: 'present@example.com' })
  await expect(payment.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  const orders = await shop.rows(
    "select gift_note, delivery_service from pre_orders where customer_email = 'present@example.com'",
  )
  expect(orders).toEqual([{ gift_note: 'Happy birthday,\nNaomi', delivery_service: 'tracked-24' }])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tkw-gift-note'))).toBe('')
  // The service is a preference and stays.
  expect(await page.evaluate(() => localStorage.getItem('tkw-service'))).toBe('tracked-24')
})
