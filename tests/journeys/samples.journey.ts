import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { expectConfirmed, goToPayment, keptCart, openCart, ordersOf, pay, putInCart } from './buyer.ts'
import { expect, test } from './shop.ts'

test.setTimeout(240_000)

test('a customer on a phone orders fabric samples, and the owner cuts and packs them', async ({
  browser,
  page,
  shop,
}) => {
  const email = `samples-${Date.now()}@example.com`
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/product/mary-dress')
  await page.getByRole('link', { name: 'Feel the cloth first' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Feel the cloth first' })).toBeVisible()
  for (const cloth of [/^Mary Dress/, /^Ruth Skirt/, /^Anna Linen Dress/, /^Esther Gown/])
    await page.getByRole('checkbox', { name: cloth }).check()
  await expect(page.getByText('4 of 4 chosen')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Rebekah Cape/ })).toBeDisabled()
  await page.getByRole('checkbox', { name: /^Esther Gown/ }).uncheck()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByText('Your fabric samples are in your cart')).toBeVisible()
  await expectFits(page)
  await expectAccessible(page)

  // Other cloths replace the set: there is one.
  await page.getByRole('checkbox', { name: /^Ruth Skirt/ }).uncheck()
  await page.getByRole('button', { name: 'Update samples' }).click()
  const drawer = await openCart(page)
  await expect(drawer.getByText(/Fabrics: Mary Dress \(forest green\); Anna Linen Dress \(flax\)/)).toBeVisible()
  await expect(drawer.getByText(/^To pay/).locator('..')).toContainText('£3.00')
  await expect(drawer.getByRole('radio', { name: /Letter, postage included/ })).toBeChecked()
  await expect(drawer.getByText('Cut for you, posted by')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Increase quantity' })).toHaveCount(0)
  expect(await keptCart(page)).toHaveLength(1)
  await expectAccessible(page)

  const payment = await goToPayment(page)
  await expect(payment.getByText('Fabric samples: posted by')).toBeVisible()
  await pay(payment, { email })
  await expectConfirmed(payment)
  await expect.poll(() => keptCart(page)).toEqual([])
  const [order] = await ordersOf(shop, email)
  expect(order).toMatchObject({
    final_amount: '3.00',
    shipping_amount: '0.00',
    provider_state: 'paid',
    notes_open: 0,
  })
  const message = () => shop.rows<{ text: string }>('select text from private.mailbox where recipient = $1', [email])
  await expect.poll(message).toHaveLength(1)
  const [{ text } = { text: '' }] = await message()
  expect(text).toContain('Fabrics: Mary Dress (forest green); Anna Linen Dress (flax)')
  expect(text).toMatch(/post them in a\s+letter, which has no tracking/)
  expect(text).not.toContain('cut and sew')

  await page.goto(`${shop.url}${/\/order\/[\w-]{48}/.exec(text)?.[0] ?? ''}`)
  const returns = page.getByRole('region', { name: 'Returns' })
  await returns.getByRole('button', { name: 'Withdraw from this contract' }).click()
  await expect(returns.getByRole('group', { name: 'Samples' }).getByRole('checkbox')).toBeChecked()
  await expect(returns).not.toContainText('garment')
  await expectFits(page)
  await expectAccessible(page)

  const context = await browser.newContext({ baseURL: named(shop) })
  const owner = await context.newPage()
  const number = order?.order_number ?? ''
  await openDashboard(owner, shop, 'orders')
  await expect(owner.getByRole('row').filter({ hasText: number })).toContainText('Fabrics: Mary Dress (forest green)')
  await owner.goto(`${named(shop)}/admin/orders/cut-list?orders=${number}`)
  await expect(owner.getByRole('rowheader', { name: 'Fabric samples' })).toBeVisible()
  await expect(owner.getByText('Fabrics: Mary Dress (forest green); Anna Linen Dress (flax)')).toBeVisible()
  await owner.goto(`${named(shop)}/admin/orders/packing-slips?orders=${number}`)
  const slip = owner.getByRole('article', { name: `Packing slip for ${number}` })
  await expect(slip).toContainText('Letter, postage included')
  await expect(slip).toContainText('Anna Linen Dress (flax)')
  await context.close()
})

test('with a garment, samples travel in its parcel, and the cart offers to order them first', async ({ page }) => {
  await putInCart(page, { name: 'Anna Linen Dress', size: '10-12' })
  await page.goto('/samples')
  await page.getByRole('checkbox', { name: /^Anna Linen Dress/ }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  const drawer = await openCart(page)
  await expect(drawer.getByRole('radio', { name: /Tracked 48/ })).toBeVisible()
  await expect(drawer.getByText('in one parcel')).toBeVisible()
  const offer = drawer.getByRole('listitem', { name: 'Anna Linen Dress' }).getByRole('region')
  await expect(offer).toContainText('The Anna Linen Dress holds up the rest.')
  await expect(offer.getByText(/^your fabric samples by \w+day \d+ \w+$/)).toBeVisible()
  await drawer.getByRole('button', { name: 'Order separately' }).click()
  await expect(drawer.getByRole('radio', { name: /Letter, postage included/ })).toBeVisible()
  await expect(drawer.getByText('Anna Linen Dress, size 10–12')).toBeVisible()
})

test('the owner changes the price of samples, makes them free, and stops sending them', async ({
  browser,
  page,
  shop,
}) => {
  const context = await browser.newContext({ baseURL: shop.url.replace('127.0.0.1', 'localhost') })
  const shopper = await context.newPage()
  try {
    await shopper.goto('/samples')
    await shopper.getByRole('checkbox', { name: /^Ruth Skirt/ }).check()
    await shopper.getByRole('button', { name: 'Add to Cart' }).click()

    await openDashboard(page, shop)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'All on one page' }).click()
    const part = page.getByRole('region', { name: 'Fabric samples' })
    await part.getByLabel('Price of a set, in pounds').fill('0.10')
    await part.getByRole('button', { name: 'Save' }).click()
    await expect(part.getByText('Please enter a price from £0.30 to £20.00, or 0 for free samples.')).toBeVisible()
    await part.getByLabel('Price of a set, in pounds').fill('4.50')
    await part.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The shop shows it now.').first()).toBeVisible()
    await expectAccessible(page)

    const drawer = await openCart(shopper)
    await expect(drawer.getByText('The price has changed from £3.00 to £4.50.')).toBeVisible()
    await expect(drawer.getByText(/^To pay/).locator('..')).toContainText('£4.50')
    await part.getByLabel('Price of a set, in pounds').fill('0')
    await part.getByRole('button', { name: 'Save' }).click()
    await expect(part.getByText('Customers order a set for nothing.')).toBeVisible()
    await shopper.getByRole('button', { name: 'Checkout with Stripe' }).click()
    await expect(drawer.getByText('The price has changed from £4.50 to £0.00.')).toBeVisible()

    await part.getByLabel('Send fabric samples').uncheck()
    await part.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => (await shopper.request.get('/samples')).text())
      .toContain('We don’t send samples just now')
    await shopper.goto('/product/ruth-skirt')
    await expect(shopper.getByRole('link', { name: 'Feel the cloth first' })).toHaveCount(0)
    const again = await openCart(shopper)
    await expect(again.getByText('We can no longer send these samples as chosen.')).toBeVisible()
  } finally {
    await shop.rows("delete from private.settings where name = 'samples'")
    await context.close()
  }
})
