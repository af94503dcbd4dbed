import sharp from 'sharp'
import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { bought } from './bought.ts'
import { ordersOf } from './buyer.ts'
import { emailTo } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

test('the owner sees a fault with its photograph, moves the return on and refunds it', async ({ page, shop }) => {
  const order = await bought(page, shop)
  const email = order.customer_email ?? ''
  await shop.rows(`update pre_orders set order_status = 'delivered' where id = $1`, [order.id])
  const { text } = await emailTo(shop, email, /\/order\/[\w-]{48}/)
  await page.goto(`${named(shop)}${/\/order\/[\w-]{48}/.exec(text)?.[0] ?? ''}`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Something is wrong' }).click()
  await main.getByLabel('What’s wrong, and where').fill('The left seam is open.')
  const picture = sharp({ create: { width: 300, height: 400, channels: 3, background: '#8a7f70' } })
  await main
    .getByLabel('Add photographs')
    .setInputFiles({ name: 'seam.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() })
  await expect(main.getByRole('img', { name: 'seam.jpg' })).toBeVisible()
  await main.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(main.getByRole('status').filter({ hasText: 'A receipt' })).toBeVisible()

  await openDashboard(page, shop)
  const menu = page.getByRole('navigation', { name: 'Back office' })
  await menu.getByRole('link', { name: /^Returns/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Returns' })).toBeVisible()
  await expect(menu.getByRole('link', { name: /^Returns.*\d+ returns? needs? your attention/ })).toBeVisible()
  const entry = page.getByRole('listitem').filter({ hasText: order.order_number })
  await expect(entry).toContainText('The left seam is open.')
  const photograph = entry.getByRole('img', { name: 'The customer’s photograph 1 of 1' })
  await photograph.scrollIntoViewIfNeeded()
  await expect.poll(() => photograph.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await entry.getByRole('button', { name: 'Mark as arrived' }).click()
  await expect(entry.getByText('Received', { exact: true })).toBeVisible()
  await emailTo(shop, email, /Your parcel is back with us/)

  await entry.getByRole('button', { name: 'Refuse it' }).click()
  await entry.getByRole('button', { name: 'Refuse and e-mail the customer' }).click()
  await expect(entry.getByRole('alert').filter({ hasText: 'Please enter a reason' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await entry.getByRole('link', { name: order.order_number }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Return', exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Refund it' }).click()
  await expect(dialog.getByLabel('Amount in pounds')).toHaveValue(/^\d+\.\d\d$/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Refund £/ }).click()
  await expect(dialog.getByText('Refunded', { exact: true })).toBeVisible()
  await emailTo(shop, email, /refunded for your order/)
  expect(await ordersOf(shop, email)).toMatchObject([{ provider_state: 'refunded' }])
  await expect(dialog.getByText('Fault: refunded')).toBeVisible()
})

/** E-mails that wait a minute for an undo leave now. */
function hurry(shop: ShopUnderTest, email: string) {
  return shop.rows(
    `update private.outbox set next_attempt_at = now() where recipient = $1 and state = 'waiting' and next_attempt_at > now()`,
    [email],
  )
}

/** The order page of a customer who has the link. */
async function orderPageOf(shop: ShopUnderTest, email: string): Promise<string> {
  const { text } = await emailTo(shop, email, /\/order\/[\w-]{48}/)
  return `${named(shop)}${/\/order\/[\w-]{48}/.exec(text)?.[0] ?? ''}`
}

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a return that came by e-mail is recorded, undone, and recorded again with its day', async ({ page, shop }) => {
    const order = await bought(page, shop)
    const email = order.customer_email ?? ''
    await shop.rows(
      `update pre_orders set order_status = 'delivered', created_at = created_at - interval '20 days', delivered_at = now() - interval '6 days'
        where id = $1`,
      [order.id],
    )
    const orderPage = await orderPageOf(shop, email)
    await openDashboard(page, shop, 'orders')
    await page.getByLabel('Search').fill(order.order_number.slice(4))
    await page.getByRole('button', { name: `View Details of ${order.order_number}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Record a return that came by e-mail or telephone' }).click()
    const send = dialog.getByRole('button', { name: 'Record it and e-mail the customer' })
    await expect(dialog.getByRole('heading', { name: 'Record a return' })).toBeFocused()
    await expect(dialog.getByRole('checkbox', { name: /Ruth Skirt/ })).toBeChecked()
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    const day = dialog.getByLabel('Day they told you')
    const today = await day.inputValue()
    await day.fill('2045-01-01')
    await dialog.getByLabel('What they said (optional)').fill('She finds the skirt too long.')
    await send.click()
    await expect(dialog.getByRole('alert').filter({ hasText: 'This day is still to come' })).toBeVisible()
    await expect(day).toBeFocused()
    await expect(dialog.getByLabel('What they said (optional)')).toHaveValue('She finds the skirt too long.')
    await expectAccessible(page)
    await day.fill(today)
    await send.click()
    await expect(dialog.getByText('You recorded it: the customer told you by e-mail or telephone.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect(dialog.getByText('You recorded it')).toBeHidden()

    await dialog.getByRole('button', { name: 'Record a return that came by e-mail or telephone' }).click()
    await day.fill(new Date(Date.parse(today) - 4 * 86_400_000).toISOString().slice(0, 10))
    await send.click()
    await expect(dialog.getByText('You recorded it')).toBeVisible()
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    await hurry(shop, email)
    const { text } = await emailTo(shop, email, /We have your withdrawal from order/)
    expect(text).toContain('This is your receipt')
    await dialog.getByRole('button', { name: 'Mark as arrived' }).click()
    await expect(dialog.getByText('Received', { exact: true })).toBeVisible()
    await expect(dialog.getByText('Withdrawal taken back')).toBeVisible()
    await emailTo(shop, email, /Your parcel is back with us/)
    await page.goto(orderPage)
    await expect(page.getByRole('region', { name: 'Returns' })).toContainText('Your withdrawal')
  })
})

test('the customer declares while the owner records: one return, and what she typed stays', async ({
  page,
  shop,
  browser,
}) => {
  const order = await bought(page, shop)
  const email = order.customer_email ?? ''
  await shop.rows(`update pre_orders set order_status = 'delivered' where id = $1`, [order.id])
  const orderPage = await orderPageOf(shop, email)
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin?tab=orders&order=${order.order_number}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Record a return that came by e-mail or telephone' }).click()
  await dialog.getByLabel('What they said (optional)').fill('Too long.')

  const theirs = await browser.newPage()
  await theirs.goto(orderPage)
  await theirs.getByRole('button', { name: 'Withdraw from this contract' }).click()
  await theirs.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(theirs.getByRole('status').filter({ hasText: 'A receipt' })).toBeVisible()
  await theirs.close()

  await dialog.getByRole('button', { name: 'Record it and e-mail the customer' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'has been declared meanwhile' })).toBeVisible()
  await expect(dialog.getByLabel('What they said (optional)')).toHaveValue('Too long.')
  await expect(dialog.getByRole('heading', { name: 'Return', exact: true })).toBeVisible()
  await expect(dialog.getByText('Requested', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  const rows = await shop.rows(`select id from private.returns where order_id = $1`, [order.id])
  expect(rows).toHaveLength(1)
})
