import sharp from 'sharp'
import { shopDate } from '../../src/base/shop-clock.ts'
import { expectAccessible, expectFits } from './accessible.ts'
import { named, signIn, signUp } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { bought } from './bought.ts'
import { expectConfirmed, goToPayment, openCart, ordersOf, pay } from './buyer.ts'
import { emailTo } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

/** Links in e-mails use SITE_URL; the test opens the page at this shop's URL. */
async function linkOf(shop: ShopUnderTest, email: string): Promise<string> {
  const { text } = await emailTo(shop, email, /\/order\/[\w-]{48}/)
  return shop.url + (/\/order\/[\w-]{48}/.exec(text)?.[0] ?? '')
}

test('the link in the confirmation opens the order without an account, and cancels it', async ({
  page,
  shop,
  request,
}) => {
  const order = await bought(page, shop)
  const email = order.customer_email ?? ''
  const link = await linkOf(shop, email)
  const looked = await request.get(link)
  expect(looked.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })

  await page.goto(link)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toContainText(order.order_number)
  await expect(main.getByRole('listitem').filter({ hasText: 'Received' })).toHaveAttribute('aria-current', 'step')
  await expect(main).toContainText('Ruth Skirt')
  await expectFits(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page)
  await expectAccessible(page)

  await main.getByRole('button', { name: /^Cancel this order/ }).click()
  await main.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(main.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  await emailTo(shop, email, /is cancelled/)
  expect(await ordersOf(shop, email)).toMatchObject([{ order_status: 'cancelled' }])
})

test('a link that opens no order says why, and how to go on', async ({ page, shop }) => {
  for (const token of ['x', 'A'.repeat(48)]) {
    await page.goto(`${shop.url}/order/${token}`)
    await expect(page.getByRole('heading', { level: 1, name: 'This link doesn’t work' })).toBeVisible()
  }
  await expectAccessible(page)
  const order = await bought(page, shop)
  const link = await linkOf(shop, order.customer_email ?? '')
  await shop.rows(
    `update pre_orders set order_status = 'shipped', shipped_at = now() - interval '120 days' where id = $1`,
    [order.id],
  )
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'This page has closed' })).toBeVisible()
  await expectAccessible(page)
  await expectFits(page)
})

test('from the e-mail to the receipt: a withdrawal takes two presses, and is declared once', async ({ page, shop }) => {
  const order = await bought(page, shop)
  const email = order.customer_email ?? ''
  await shop.rows(`update pre_orders set order_status = 'delivered' where id = $1`, [order.id])
  await page.goto(await linkOf(shop, email))
  const main = page.getByRole('main')
  await expect(main).toContainText(/You can change your mind until \w+ \d+ \w+, without giving a reason/)
  await main.getByRole('button', { name: 'Withdraw from this contract' }).click()
  await expect(main.getByRole('heading', { name: 'Withdraw from this contract' })).toBeFocused()
  await expect(main.getByRole('checkbox', { name: /^Ruth Skirt/ })).toBeChecked()
  await main.getByLabel(/^Anything you would like us to know/).fill('The colour is not for me.')
  await expectFits(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page)
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Confirm withdrawal' }).dblclick()

  await expect(main.getByRole('status').filter({ hasText: 'A receipt' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Your withdrawal' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Returns' })).toBeFocused()
  await expect(main.getByRole('button', { name: 'Withdraw from this contract' })).toHaveCount(0)
  // The heading, the steps and the section follow the withdrawal.
  const sendBack = /Please send it back unworn by \w+ \d+ \w+\./
  await expect(main.locator('header').first()).toContainText('Withdrawn')
  await expect(main.locator('header').first()).toContainText(sendBack)
  await expect(main.getByRole('listitem').filter({ hasText: 'Withdrawn' }).first()).toHaveAttribute(
    'aria-current',
    'step',
  )
  await expect(main.getByRole('region', { name: 'Returns' })).toContainText(sendBack)
  await expect(main.getByRole('region', { name: 'Change your order' })).toHaveCount(0)
  await expectFits(page)
  await expectAccessible(page)
  const receipt = await emailTo(shop, email, /We have your withdrawal from order/)
  expect(receipt.text.replaceAll(/\s+/g, ' ')).toMatch(sendBack)
  expect(receipt.text).toContain('› The colour is not for me.')
  expect(receipt.text).toContain('(London time)')
  expect(await shop.rows('select kind, state from private.returns where order_id = $1', [order.id])).toEqual([
    { kind: 'withdrawal', state: 'requested' },
  ])
})

test('a withdrawal before the cutting cancels and refunds the order at once, as its page and the receipt say', async ({
  page,
  shop,
}) => {
  const order = await bought(page, shop)
  const email = order.customer_email ?? ''
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(await linkOf(shop, email))
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Withdraw from this contract' }).click()
  await expect(main).toContainText('what you withdraw from is cancelled and refunded at once. This can’t be undone.')
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Confirm withdrawal' }).dblclick()
  await expect(main.getByRole('status').filter({ hasText: 'A receipt' })).toBeVisible()
  const cancelled = 'We hadn’t started on it, so your order is cancelled and nothing will be sent.'
  await expect(main.getByRole('region', { name: 'Returns' })).toContainText(cancelled)
  await expect(main.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(main).toContainText('This order is cancelled and nothing will be sent.')
  await expect(main.getByRole('button', { name: /^(Cancel this order|Change|Withdraw)/ })).toHaveCount(0)
  await expectFits(page)
  await expectAccessible(page)
  const receipt = await emailTo(shop, email, /We have your withdrawal from order/)
  expect(receipt.text.replaceAll(/\s+/g, ' ')).toContain(cancelled)
  await emailTo(shop, email, /refunded for your order/)
  expect(await ordersOf(shop, email)).toMatchObject([{ order_status: 'cancelled', provider_state: 'refunded' }])
  expect(
    await shop.rows('select kind from private.outbox where order_id = $1 and kind = $2 and state = $3', [
      order.id,
      'order_cancelled',
      'sent',
    ]),
  ).toEqual([])
})

test('an order that is sent early names one arrival day in the e-mail, on its page, in the account and in the back office', async ({
  page,
  shop,
}) => {
  const holder = await signUp(page, shop)
  const order = await bought(page, shop, holder.email)
  const link = await linkOf(shop, holder.email)
  const ahead = (days: number) => shopDate(new Date(Date.now() + days * 86_400_000))
  await shop.rows(`update pre_orders set dispatch_by = $2, arrive_by = $3, order_status = 'processing' where id = $1`, [
    order.id,
    ahead(45),
    ahead(50),
  ])
  const context = await page.context().browser()?.newContext()
  const owner = await context?.newPage()
  if (!context || !owner) throw new Error('no browser')
  await openDashboard(owner, shop, 'orders')
  await owner
    .getByRole('row')
    .filter({ hasText: order.order_number })
    .getByRole('button', { name: 'View Details' })
    .click()
  const details = owner.getByRole('dialog')
  await details.getByLabel('Tracking Number').fill('AA123456785GB')
  await details.getByRole('button', { name: 'Add Tracking' }).click()
  await expect(details.getByRole('link', { name: 'AA123456785GB' })).toBeVisible()
  await shop.rows(
    `update private.outbox set next_attempt_at = now() where kind = 'order_dispatched' and order_id = $1`,
    [order.id],
  )
  const { text } = await emailTo(shop, holder.email, /AA123456785GB/)
  const day = /should be with you by\s+\*?(\w+ \d+ \w+)/.exec(text.replaceAll(/\s+/g, ' '))?.[1] ?? 'no day'

  await page.goto(link)
  const main = page.getByRole('main')
  await expect(main).toContainText(`and should be with you by ${day}.`)
  await expect(main.getByRole('listitem').filter({ hasText: 'Delivered' })).toContainText(`by ${day}`)
  await expect(main).toContainText('You have 14 days from the day it reaches you to change your mind')
  await expect(main).not.toContainText('change your mind until')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page)
  await signIn(page, shop, holder)
  await page.goto(`${named(shop)}/account`)
  await expect(page.getByRole('listitem', { name: order.order_number })).toContainText(
    `and should be with you by ${day}.`,
  )
  const [weekday = '', date = '', month = ''] = day.split(' ')
  const short = `${weekday.slice(0, 3)} ${date} ${month.slice(0, month === 'September' ? 4 : 3)}`
  await expect(details.getByRole('region', { name: 'Order Information' })).toContainText(short)
  await context.close()
})

test('a cancelled order that was never sent offers nothing to change or to send back in the account', async ({
  page,
  shop,
}) => {
  const holder = await signUp(page, shop)
  const order = await bought(page, shop, holder.email)
  await shop.rows(`update pre_orders set order_status = 'cancelled' where id = $1`, [order.id])
  await signIn(page, shop, holder)
  await page.goto(`${named(shop)}/account`)
  const entry = page.getByRole('listitem', { name: order.order_number })
  await expect(entry.getByRole('button', { name: `See this order: ${order.order_number}` })).toBeVisible()
  await expect(entry).not.toContainText(/[Cc]hange it|send something back/)
})

test('a fault is reported with a photograph that only the owner sees', async ({ page, shop, request }) => {
  const order = await bought(page, shop)
  await shop.rows(`update pre_orders set order_status = 'delivered' where id = $1`, [order.id])
  await page.goto(await linkOf(shop, order.customer_email ?? ''))
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Something is wrong' }).click()
  await main.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(main.getByLabel('What’s wrong, and where')).toBeFocused()
  await main.getByLabel('What’s wrong, and where').fill('The left seam is open.')
  const chooser = main.getByLabel('Add photographs')
  await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(main.getByRole('alert').filter({ hasText: 'notes.txt' })).toBeVisible()
  await chooser.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(main.getByRole('alert').filter({ hasText: 'fake.png' })).toBeVisible()
  await chooser.setInputFiles({ name: 'seam.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
  await expect(main.getByRole('img', { name: 'seam.jpg' })).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(main.getByRole('heading', { name: 'Something is wrong' })).toBeVisible()
  await expect(main).toContainText('One photograph')
  const [row] = await shop.rows<{ photographs: string[] }>(
    'select photographs from private.returns where order_id = $1',
    [order.id],
  )
  const name = row?.photographs[0] ?? ''
  expect(name).toMatch(new RegExp(`^${order.id}/`))
  for (const place of ['object/public', 'object', 'object/authenticated', 'render/image/public']) {
    const { status } = await request
      .get(`${shop.url}/storage/v1/${place}/return-photographs/${name}`)
      .then((response) => ({
        status: response.status(),
      }))
    expect(status).toBeGreaterThanOrEqual(400)
  }
})

test('order number and e-mail are enough for a new link, and for a withdrawal', async ({ page, shop }) => {
  const order = await bought(page, shop)
  const email = order.customer_email ?? ''
  await page.goto(`${shop.url}/`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Find your order' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Find your order' })).toBeVisible()
  await expectFits(page)
  await expectAccessible(page)
  await main.getByLabel('Order number').fill('TKW-000001')
  await main.getByLabel('The e-mail you ordered with').fill(email)
  await main.getByRole('button', { name: 'Send me the link' }).click()
  await expect(main.getByRole('alert').filter({ hasText: 'isn’t one of our order numbers' })).toBeVisible()
  await main.getByLabel('Order number').fill(order.order_number.toLowerCase())
  await main.getByRole('button', { name: 'Send me the link' }).click()
  await expect(main.getByRole('status').filter({ hasText: 'check your inbox' })).toBeVisible()
  await expectAccessible(page)
  const message = await emailTo(shop, email, /here’s your link/)
  await page.goto(shop.url + (/\/order\/[\w-]{48}/.exec(message.text)?.[0] ?? ''))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.order_number)

  // Withdrawal is named as such on every page.
  await page.goto(`${shop.url}/about`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from a contract' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Withdraw from a contract' })).toBeVisible()
  await main.getByLabel('Order number').fill(order.order_number)
  await main.getByLabel('The e-mail you ordered with').fill(email)
  await main.getByLabel('Your name').fill('Ruth Bell-Okafor')
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Confirm withdrawal' }).click()
  const receipt = await emailTo(shop, email, /We have your withdrawal from order/)
  expect(receipt.text).toContain('Ruth Bell-Okafor')
})

test('a signed-in customer opens the same page from the account', async ({ page, shop }) => {
  const holder = await signUp(page, shop)
  const order = await bought(page, shop, holder.email)
  await signIn(page, shop, holder)
  await page.goto(`${named(shop)}/account`)
  const entry = page.getByRole('listitem', { name: order.order_number })
  await entry.getByRole('button', { name: /^See it or change it/ }).click()
  await expect(page).toHaveURL(/\/order\/[\w-]{48}$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.order_number)
})

test('the success page shows number, garments and dates in the browser that paid, and in no other', async ({
  page,
  shop,
  browser,
}) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`
  await page.goto(`${shop.url}/product/ruth-skirt`)
  await page.getByRole('radio', { name: '10–12', exact: true }).check()
  await page
    .locator('#sizes')
    .getByRole('button', { name: /Add to Cart|Pre-Order Now/ })
    .click()
  await openCart(page)
  const payment = await goToPayment(page)
  await pay(payment, { email })
  await expectConfirmed(payment)
  const [order] = await ordersOf(shop, email)
  const main = payment.getByRole('main')
  await expect(main.getByRole('heading', { name: `Order ${order?.order_number}` })).toBeVisible()
  await expect(main).toContainText(/We’ll dispatch it by \w+ \d+ \w+/)
  await expect(main).toContainText('Ruth Skirt')
  await expect(main).toContainText(`Your confirmation goes to ${email.charAt(0)}•••@e•••.com`)
  await expect(main).toContainText('by Miriam Okafor')
  await expect(main).toContainText(`£${order?.final_amount}`)
  const steps = main.getByRole('list', { name: 'Your order’s progress' }).getByRole('listitem')
  await expect(steps).toContainText([
    'Received (now)',
    'Being made (to come)',
    /On its way .*by \w+day/,
    /Delivered .*by \w+day/,
  ])
  await expect(main.getByRole('link').first()).toHaveText('See your order')
  await expectFits(payment)
  await expectAccessible(payment)
  await payment.reload()
  await expect(main.getByRole('heading', { name: `Order ${order?.order_number}` })).toBeVisible()

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(payment.url())
  await expectConfirmed(stranger)
  await stranger.waitForLoadState('networkidle')
  await expect(stranger.getByRole('main')).not.toContainText(order?.order_number ?? 'none')
  await expect(stranger.getByRole('main')).not.toContainText(/Miriam|•••|£/)
  await expect(stranger.getByRole('main').getByRole('link').first()).toHaveText('Continue Shopping')
  await stranger.context().close()

  await main.getByRole('link', { name: /^See your order/ }).click()
  await expect(payment.getByRole('heading', { level: 1 })).toContainText(order?.order_number ?? 'none')
})

async function jpeg(): Promise<Buffer> {
  return sharp({ create: { width: 60, height: 80, channels: 3, background: '#6b2737' } })
    .jpeg()
    .toBuffer()
}
