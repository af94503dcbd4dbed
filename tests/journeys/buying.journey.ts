import { expectConfirmed, goToPayment, keptCart, openCart, ordersOf, pay, putInCart } from './buyer.ts'
import { expect, test } from './shop.ts'

test('a customer buys two products with a code, and all amounts agree to the penny', async ({ page, shop }) => {
  const email = 'whole.path@example.com'
  await shop.rows("insert into discount_codes (code, percent, max_redemptions) values ('RUTH10', 10, 5)")
  await putInCart(page, { name: 'Mary Dress', size: '12-14' })
  await putInCart(page, { name: 'Ruth Skirt', size: '10-12', quantity: 2 })

  const drawer = await openCart(page)
  await drawer.getByLabel('Discount code').fill('ruth10')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Discount Applied!')).toBeVisible()
  await drawer.getByLabel('Deliver to').selectOption('GB')
  await expect(drawer).toContainText('£213.00')
  await expect(drawer).toContainText('£21.30')
  await expect(drawer).toContainText('£191.70')
  await drawer.getByRole('radio', { name: /Tracked 24/ }).check()
  await expect(drawer.getByText(/^To pay/).locator('..')).toContainText('£198.20')

  const payment = await goToPayment(page)
  await expect(payment.getByText('£198.20').first()).toBeVisible()
  await pay(payment, { email })
  await expectConfirmed(payment)
  await expect.poll(() => keptCart(page)).toEqual([])
  await expect(page.getByRole('button', { name: 'Open cart, 0 items' })).toBeAttached()

  const [order] = await ordersOf(shop, email)
  expect(order).toMatchObject({
    product_price: '213.00',
    discount_amount: '21.30',
    shipping_amount: '6.50',
    final_amount: '198.20',
    payment_status: 'paid',
    provider_state: 'paid',
    discount_code: 'RUTH10',
    notes_open: 0,
    customer_name: 'Miriam Okafor',
  })
  const lines = await shop.rows(
    'select name, size, quantity, unit_price, discount_amount from order_lines where order_id = $1 order by position',
    [order?.id],
  )
  expect(lines).toEqual([
    { name: 'Mary Dress', size: '12-14', quantity: 1, unit_price: '89.00', discount_amount: '8.90' },
    { name: 'Ruth Skirt', size: '10-12', quantity: 2, unit_price: '62.00', discount_amount: '12.40' },
  ])
  expect(await shop.rows("select redeemed, held from discount_codes where code = 'RUTH10'")).toEqual([
    { redeemed: 1, held: 0 },
  ])

  await expect
    .poll(() => shop.rows('select subject from private.mailbox where recipient = $1', [email]))
    .toHaveLength(1)
  await payment.goto('/dev/mailbox')
  await expect(payment.getByText(email)).toBeVisible()
  const [message] = await shop.rows<{ text: string }>('select text from private.mailbox where recipient = $1', [email])
  for (const text of [order?.order_number ?? '', '£198.20', '£6.50', 'Mary Dress', 'Ruth Skirt'])
    expect(message?.text).toContain(text)
})

test('with a code for the full price only the delivery is charged', async ({ page, shop }) => {
  await shop.rows("insert into discount_codes (code, percent) values ('GIFT100', 100)")
  await putInCart(page, { name: 'Mary Dress', size: '8-10' })
  await putInCart(page, { name: 'Ruth Skirt', size: '8-10' })
  const drawer = await openCart(page)
  await drawer.getByLabel('Discount code').fill('GIFT100')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Discount Applied!')).toBeVisible()
  const payment = await goToPayment(page)
  await expect(payment.getByRole('button', { name: /Pay £4.50/ })).toBeVisible()
})

test('the server ignores a falsified price, size and name in the browser’s storage', { tag: '@S1' }, async ({
  page,
  shop,
}) => {
  await putInCart(page, { name: 'Mary Dress', size: '12-14' })
  await page.evaluate(() => {
    const [line] = JSON.parse(localStorage.getItem('tkw-cart') ?? '[]')
    localStorage.setItem('tkw-cart', JSON.stringify([{ ...line, price: 0.01, name: 'Free dress' }]))
  })
  await page.reload()
  const drawer = await openCart(page)
  await expect(drawer).toContainText('£89.00')
  expect(await keptCart(page)).toMatchObject([{ price: 89 }])

  const before = await shop.rows('select id from pre_orders')
  await page.evaluate(() => {
    const [line] = JSON.parse(localStorage.getItem('tkw-cart') ?? '[]')
    localStorage.setItem('tkw-cart', JSON.stringify([{ ...line, size: 'XXL' }]))
  })
  await page.reload()
  const again = await openCart(page)
  await again.getByRole('button', { name: 'Checkout with Stripe' }).click()
  await expect(
    again
      .getByRole('status')
      .filter({ hasText: /size|available|longer/i })
      .first(),
  ).toBeVisible()
  expect(await shop.rows('select id from pre_orders')).toHaveLength(before.length)
})

test('a corrupt stored cart is repaired or emptied, and the shop opens', async ({ page }) => {
  await page.goto('/shop')
  for (const spoilt of ['{', 'null', '[1,2]', '{"a":1}', '[{"id":5,"price":"x"}]', '[[[[[[]]]]]]']) {
    await page.evaluate((text) => localStorage.setItem('tkw-cart', text), spoilt)
    await page.reload()
    const drawer = await openCart(page)
    await expect(drawer.getByText('Your cart is empty')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  }
})
