import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { goToPayment, openCart, ordersOf, pay, putInCart } from './buyer.ts'
import { emailTo } from './mailbox.ts'
import { expect, test } from './shop.ts'

const groups = ['identity', 'trader', 'contact', 'order_numbers', 'policies']

test('another name, address, e-mail, prefix and figure are on every page and e-mail without a restart', async ({
  browser,
  page,
  shop,
}) => {
  test.setTimeout(180_000)
  await openDashboard(page, shop)
  const context = await browser.newContext({ baseURL: shop.url.replace('127.0.0.1', 'localhost') })
  const shopper = await context.newPage()
  const before = await shop.rows<{ name: string; value: unknown }>(
    'select name, value from private.settings where name = any($1)',
    [groups],
  )
  try {
    await page.getByRole('link', { name: 'Settings' }).click()
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Name and description' }).click()
    const identity = page.getByRole('region', { name: 'Name and description' })
    await identity.getByLabel('Shop name').fill('')
    await identity.getByRole('button', { name: 'Save' }).click()
    await expect(identity.getByText('Please enter the shop’s name.')).toBeVisible()
    await identity.getByLabel('Shop name').fill('Ruth & Daughters')
    await identity.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The shop shows it now.').first()).toBeVisible()
    const trader = page.getByRole('region', { name: 'Who sells' })
    await trader.getByLabel('Postal address').fill('2 Mill Lane\nHaworth\nBD22 8QR\nUnited Kingdom')
    await trader.getByRole('button', { name: 'Save' }).click()
    await expect(trader.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
    const contact = page.getByRole('region', { name: 'E-mail and social media' })
    await contact.getByLabel('E-mail address').fill('ruth@daughters.example')
    await contact.getByRole('button', { name: 'Save' }).click()
    await expect(contact.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    await page.goto(`${named(shop)}/admin/settings#order-numbers`)
    const numbers = page.getByRole('region', { name: 'Order numbers' })
    await numbers.getByLabel('Letters before the number').fill('rd')
    await numbers.getByRole('button', { name: 'Save' }).click()
    await expect(numbers.getByLabel('Letters before the number')).toHaveValue('RD')

    for (const path of ['/', '/shop', '/contact', '/terms-conditions']) {
      const html = await (await fetch(`${shop.url}${path}`)).text()
      expect(html, path).toContain('Ruth &amp; Daughters')
      expect(html, path).not.toContain('The Kindred Wardrobe')
    }
    expect(await (await fetch(`${shop.url}/manifest.webmanifest`)).text()).toContain('Ruth & Daughters')
    await shopper.goto('/contact')
    await expect(shopper.getByText('2 Mill Lane')).toBeVisible()
    await expect(shopper).toHaveTitle(/Ruth & Daughters/)

    await putInCart(shopper, { name: 'Anna Linen Dress', size: '10-12' })
    await openCart(shopper)
    const payment = await goToPayment(shopper)
    const email = `ruth-${Date.now()}@example.com`
    await pay(payment, { email })
    await expect(payment.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
    const [order] = await ordersOf(shop, email)
    expect(order?.order_number).toMatch(/^RD-/)
    await emailTo(shop, email, /order/i)
    const [sent] = await shop.rows<{ sender: string; html: string }>(
      'select sender, html from private.mailbox where recipient = $1',
      [email],
    )
    expect(sent?.sender).toBe('Ruth & Daughters <ruth@daughters.example>')
    expect(sent?.html).toContain('2 Mill Lane')
    expect(sent?.html).not.toContain('Kindred')
  } finally {
    await shop.rows('delete from private.settings where name = any($1)', [groups])
    for (const { name, value } of before)
      await shop.rows('insert into private.settings (name, value) values ($1, $2)', [name, JSON.stringify(value)])
    await context.close()
  }
})
