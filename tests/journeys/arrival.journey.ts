import { expectAccessible } from './accessible.ts'
import { expectConfirmed, goToPayment, keptCart, openCart, ordersOf, pay, putInCart } from './buyer.ts'
import { expect, test } from './shop.ts'

test('the arrival day follows the country that the cart remembers, with what is due at its border', async ({
  page,
}) => {
  await putInCart(page, { name: 'Ruth Skirt', size: '10-12' })
  const strip = page.getByText(/^With you by/)
  await expect(strip).toHaveText(/^With you by \w+day \d+ \w+ in the UK$/)
  const drawer = await openCart(page)
  await expect(drawer.getByText(/^With you by \w+day \d+ \w+$/)).toHaveCount(2)
  await expect(drawer.getByText(/^Customs:/)).toHaveCount(0)
  await drawer.getByLabel('Deliver to').selectOption('France')
  await expect(drawer.getByText(/^Customs: Import VAT at your country’s rate/)).toBeVisible()
  await expect(drawer.getByText(/^With you by \w+day \d+ \w+$/)).toHaveCount(1)
  await expectAccessible(page, { within: '[role=dialog]' })
  await page.reload()
  await expect(strip).toHaveText(/^With you by \w+day \d+ \w+ in France$/)
})

test('a mixed cart is ordered in two parts, and the second returns to the cart once the first is paid', async ({
  page,
  shop,
}) => {
  const email = 'two-parcels@example.com'
  const [cape] = await shop.rows<{ id: string }>(
    `insert into products (name, slug, price, description, is_preorder, preorder_end_date, preorder_reason, preorder_price)
     values ('Tirzah Cape', 'tirzah-cape', 148, 'Warm.', true, shop_now() + interval '30 days', 'price', 120) returning id`,
  )
  try {
    await putInCart(page, { name: 'Ruth Skirt', size: '10-12' })
    await page.goto('/product/tirzah-cape')
    await expect(page.getByText('Early price: £120.00 now, £148.00 once the pre-order ends.')).toBeVisible()
    await page.getByRole('radio', { name: '10–12', exact: true }).check()
    await page.getByRole('button', { name: 'Pre-Order Now' }).click()
    await expect(page.getByRole('button', { name: 'Open cart, 2 items' })).toBeVisible()

    await page.setViewportSize({ width: 390, height: 844 })
    const drawer = await openCart(page)
    // At the line that holds up the other, in view as the cart opens: both days and both prices.
    const offer = drawer
      .getByRole('listitem', { name: 'Tirzah Cape' })
      .getByRole('region', { name: 'Order separately' })
    await expect(offer).toContainText('The Tirzah Cape holds up the rest.')
    const parcels = offer.getByRole('listitem')
    await expect(parcels.nth(0)).toHaveText(/^the Ruth Skirt by \w+day \d+ \w+£66\.50$/)
    await expect(parcels.nth(1)).toHaveText(/^the Tirzah Cape by \w+day \d+ \w+£120\.00$/)
    await expect(offer).toContainText(
      'Delivery is in these prices: £4.50 and free. In one order you’d pay £182.00, delivery free.',
    )
    const seen = [...(await parcels.all()), offer.getByRole('button', { name: 'Order separately' })]
    const foot = await drawer.locator('footer').boundingBox()
    for (const part of seen) {
      const box = await part.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
    }
    await expectAccessible(page, { within: '[role=dialog]' })
    await offer.getByRole('button', { name: 'Order separately' }).press('Enter')
    await expect(drawer.getByRole('heading', { name: 'For your next order' })).toBeFocused()
    await expect(drawer.getByText('Tirzah Cape, size 10–12')).toBeVisible()
    expect(await keptCart(page)).toMatchObject([{ name: 'Ruth Skirt' }])
    await expectAccessible(page, { within: '[role=dialog]' })

    const payment = await goToPayment(page)
    await expect(payment.getByText(/, with you by \w+day \d+ \w+$/)).toHaveCount(2)
    await pay(payment, { email })
    await expectConfirmed(payment)
    await expect.poll(() => keptCart(payment)).toMatchObject([{ name: 'Tirzah Cape', price: 120 }])
    const [order] = await ordersOf(shop, email)
    expect(order).toMatchObject({ product_price: '62.00', shipping_amount: '4.50' })
  } finally {
    await shop.rows('delete from products where id = $1', [cape?.id])
  }
})

test('garments put aside wait in an empty cart too, and go back at a press', async ({ page }) => {
  await putInCart(page, { name: 'Ruth Skirt', size: '10-12' })
  await page.evaluate(() => {
    localStorage.setItem('tkw-cart-later', localStorage.getItem('tkw-cart') ?? '')
    localStorage.removeItem('tkw-cart')
  })
  await page.reload()
  const drawer = await openCart(page)
  await expect(drawer.getByText('Your cart is empty')).toBeVisible()
  await drawer.getByRole('button', { name: 'Put back in the cart now' }).click()
  await expect(drawer.getByText('Your cart is empty')).toHaveCount(0)
  expect(await keptCart(page)).toMatchObject([{ name: 'Ruth Skirt', quantity: 1 }])
})
