import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { goToPayment, openCart, ordersOf, pay, putInCart } from './buyer.ts'
import { emailTo } from './mailbox.ts'
import { expect, test } from './shop.ts'

const groups = ['identity', 'trader', 'contact', 'order_numbers', 'policies', 'list_consent']

test('another name, address, e-mail, prefix and figure are on every page and e-mail without a restart', async ({
  browser,
  page,
  shop,
}) => {
  test.setTimeout(180_000)
  await openDashboard(page, shop)
  const context = await browser.newContext({ baseURL: shop.url.replace('127.0.0.1', 'localhost') })
  const shopper = await context.newPage()
  const opened = await context.newPage()
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
    await trader.getByLabel('Trader').fill('Ruth Reed')
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

    await page.goto(`${named(shop)}/admin/settings?section=policies`)
    const consent = page.getByRole('region', { name: 'Consent to e-mails' })
    const [former] = await shop.rows<{ consent_text: string }>('select consent_text from private.email_settings')
    await opened.goto('/')
    const agreed = 'Ruth & Daughters will e-mail you about new garments. Unsubscribe any time, in each e-mail.'
    await consent.getByLabel('What people agree to').fill(agreed)
    await consent.getByRole('button', { name: 'Save' }).click()
    await expect(consent.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
    const figures = page.getByRole('region', { name: 'Figures of the policies' })
    await figures.getByLabel('Days to withdraw').fill('10')
    await figures.getByRole('button', { name: 'Save' }).click()
    await expect(figures.getByText('Please enter a whole number of days from 14 to 365.')).toBeVisible()
    await figures.getByLabel('Days to withdraw').fill('21')
    await figures.getByRole('button', { name: 'Save' }).click()
    await expect(figures.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')

    expect(await (await fetch(`${shop.url}/returns-refunds`)).text()).toContain('21 days from receipt')
    for (const path of ['/', '/shop', '/contact', '/terms-conditions']) {
      const html = await (await fetch(`${shop.url}${path}`)).text()
      expect(html.includes('Ruth &amp; Daughters'), path).toBe(true)
      expect(/.{60}Kindred Wardrobe/.exec(html)?.[0], path).toBeUndefined()
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
    expect(/.{60}Kindred Wardrobe/.exec(sent?.html ?? '')?.[0]).toBeUndefined()

    const anonKey = await shopper.locator('meta[name=backend-key]').getAttribute('content')
    const joined = `joined-${Date.now()}@example.com`
    const reply = await fetch(`${shop.url}/rest/v1/email_signups`, {
      method: 'POST',
      headers: { apikey: anonKey ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ email: joined }),
    })
    expect(reply.status).toBe(201)
    const agreedTo = (email: string) => shop.rows('select consent_text from email_signups where email = $1', [email])
    expect(await agreedTo(joined)).toEqual([{ consent_text: agreed }])
    // A page that was open over the change shows the former wording, which is what its visitor agrees to.
    const earlier = `earlier-${Date.now()}@example.com`
    await opened.getByLabel('Your e-mail').fill(earlier)
    await opened.getByRole('button', { name: 'Notify Me' }).click()
    await expect(opened.getByText('Success!')).toBeVisible()
    expect(await agreedTo(earlier)).toEqual([former])
  } finally {
    await shop.rows('delete from private.settings where name = any($1)', [groups])
    for (const { name, value } of before)
      await shop.rows('insert into private.settings (name, value) values ($1, $2)', [name, JSON.stringify(value)])
    await context.close()
  }
})
