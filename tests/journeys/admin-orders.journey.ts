import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectFits, expectSound } from './accessible.ts'
import { addOrder, named, signIn } from './account-holder.ts'
import { addAdministrator, openDashboard } from './admin-people.ts'
import { bought } from './bought.ts'
import { emailTo } from './mailbox.ts'
import { expect, listenForErrors, type ShopUnderTest, test } from './shop.ts'

test.setTimeout(240_000)

test('a new order appears, goes through production, gets its tracking number, and its customer gets the e-mail', async ({
  page,
  shop,
}) => {
  await addOrder(shop, { email: `${crypto.randomUUID()}@example.com`, number: someNumber() })
  await openDashboard(page, shop)
  await page.getByRole('tab', { name: 'Orders' }).click()
  const table = page.getByRole('table', { name: 'Orders' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Order #',
    'Customer',
    'Product',
    'Amount',
    'Payment',
    'Status',
    'Tracking',
    'Date',
    'Actions',
  ])

  const order = await bought(page, shop)
  const number = order.order_number
  await page.getByText('1 new order', { exact: true }).waitFor({ timeout: 10_000 })
  await expect(rowOf(page, number)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const row = rowOf(page, number)
  await expect(row).toContainText('Miriam Okafor')
  await expect(row).toContainText('£66.50')
  await expect(row).toContainText(/[A-Z][a-z]{2} \d\d, \d{4}/)
  await expectSound(page)

  await page.getByLabel('Search').fill('ls14ap')
  await expect(row).toBeVisible()
  await page.getByLabel('Search').fill(order.customer_email ?? '')
  await expect(table.getByRole('row')).toHaveCount(2)
  expect(page.url()).not.toContain('example.com')

  await row.getByLabel(`Status of ${number}`).selectOption('Processing')
  await expect(page.getByText('Order status updated successfully.')).toBeVisible()
  await expect.poll(() => statusOf(shop, number)).toBe('processing')

  await row.getByRole('button', { name: 'Add Tracking' }).press('Enter')
  const details = page.getByRole('dialog', { name: number })
  const field = details.getByLabel('Tracking number')
  await expect(field).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`order=${number}`))
  for (const section of [
    'Order Information',
    'Customer',
    'Product',
    'Shipping Address',
    'Notes',
    'Tracking Information',
  ]) {
    await expect(details.getByRole('region', { name: section, exact: true })).toBeVisible()
  }
  await expect(details.getByRole('region', { name: 'Order Information' })).toContainText(/\d{4} \d\d:\d\d/)
  await expectSound(page)
  const add = details.getByRole('button', { name: 'Add Tracking' })
  await expect(add).toBeDisabled()
  await field.press('Enter')
  await expect(details.getByText('Please enter a tracking number.')).toBeVisible()
  await field.fill('AA123456789GB')
  await expect(details.getByText(/doesn’t match the others/)).toBeVisible()
  await add.click()
  const odd = page.getByRole('alertdialog', { name: /doesn’t look like a Royal Mail number\. Save it anyway\?/ })
  // Back answers the question as Cancel does, and the order stays open.
  await expect(odd).toBeVisible()
  await page.goBack()
  await expect(odd).toBeHidden()
  await expect(details).toBeVisible()
  await add.click()
  await odd.getByRole('button', { name: 'Go back' }).click()
  await expect(odd).toBeHidden()
  expect(await statusOf(shop, number)).toBe('processing')
  await field.fill(' AA123456785GB ')
  await add.click()
  await expect(page.getByText('Tracking number added and customer notified by email.')).toBeVisible({ timeout: 15_000 })
  await expect(details.getByRole('link', { name: 'AA123456785GB' })).toHaveAttribute('href', /royalmail.*AA123456785GB/)
  await expect(details.getByLabel(`Status of ${number}`)).toHaveValue('shipped')
  await expect(details.getByRole('list', { name: 'E-mails' })).toContainText('Waiting to be sent to')
  await undoOf(page).click()
  await expect(page.getByText(`Order ${number} is as it was before.`)).toBeVisible()
  await expect(details.getByLabel(`Status of ${number}`)).toHaveValue('processing')
  await field.fill('AA123456785GB')
  await add.click()
  await expect(details.getByRole('link', { name: 'AA123456785GB' })).toBeVisible()
  await shop.rows(
    `update private.outbox set next_attempt_at = now() where kind = 'order_dispatched' and order_id = $1`,
    [order.id],
  )
  await emailTo(shop, order.customer_email ?? '', /AA123456785GB/)
  await expect(details.getByRole('list', { name: 'E-mails' })).toContainText('Sent to')
  await expect(details.getByRole('region', { name: 'Timeline' })).toContainText('AA123456785GB')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(row.getByRole('button', { name: 'View Details' })).toBeFocused()
  await expect(row).toContainText('AA123456785GB')
  await expect(page.getByLabel('Search')).toHaveValue(order.customer_email ?? '')
})

test('when two administrators change an order, the later one sees a conflict and overwrites nothing', async ({
  page,
  browser,
  shop,
}) => {
  const number = someNumber()
  await addOrder(shop, { email: `${crypto.randomUUID()}@example.com`, number })
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin?tab=orders`)
  await expect(rowOf(page, number)).toBeVisible()
  // Blocks the list's refresh, as on a slow network.
  await page.route(/\/rest\/v1\/pre_orders\?.*limit=/, (route) => route.abort())

  const other = await browser.newPage()
  const wrong: string[] = []
  listenForErrors(other, wrong)
  await signIn(other, shop, await addAdministrator(other, shop))
  await other.goto(`${named(shop)}/admin?tab=orders`)
  await rowOf(other, number).getByLabel(`Status of ${number}`).selectOption('Processing')
  await expect(other.getByText('Order status updated successfully.')).toBeVisible()

  await rowOf(page, number).getByLabel(`Status of ${number}`).selectOption('Cancelled')
  const question = page.getByRole('alertdialog', { name: `Cancel ${number}?` })
  await question.getByRole('button', { name: 'Cancel, refund later' }).click()
  await expect(page.getByText('Someone else has just changed this order')).toBeVisible()
  const conflict = page.getByRole('region', { name: 'Someone else saved this first.' })
  await expect(conflict.getByRole('listitem')).toHaveText([/Status.*Yours.*Cancelled.*Theirs.*Processing/])
  await expect(conflict).toContainText(/Saved by \S+@example\.com/)
  await expectAccessible(page)
  await expectFits(page, [390, 1280])
  await expect(rowOf(page, number).getByLabel(`Status of ${number}`)).toHaveValue('processing')
  expect(await statusOf(shop, number)).toBe('processing')

  // The administrator has read the conflict and decides; the other one sees the result without a reload.
  await conflict.getByRole('button', { name: 'Keep my changes' }).click()
  await question.getByRole('button', { name: 'Cancel, refund later' }).click()
  await expect(page.getByText('Order status updated successfully.')).toBeVisible()
  await expect(rowOf(page, number).getByRole('link', { name: 'Refund owed' })).toBeVisible()
  await expect(rowOf(other, number).getByLabel(`Status of ${number}`)).toHaveValue('cancelled', { timeout: 10_000 })
  await other.close()

  await page.route(/\/rest\/v1\/pre_orders\?/, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  )
  await rowOf(page, number).getByLabel(`Payment of ${number}`).selectOption('Pending')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Set to Pending' }).click()
  await expect(page.getByText('Failed to update status.')).toBeVisible()
  await expect(rowOf(page, number).getByLabel(`Payment of ${number}`)).toHaveValue('paid')
  expect(wrong).toEqual([])
})

test('several orders together are changed, get tracking numbers, are printed and exported', async ({ page, shop }) => {
  const numbers = [someNumber(), someNumber(), someNumber()]
  // The oldest orders are the first to dispatch.
  for (const number of numbers) {
    const email = `${number.toLowerCase()}@example.com`
    await addOrder(shop, { email, number, more: `, dispatch_by = '2001-01-0${numbers.indexOf(number) + 1}'` })
  }
  const [one = '', two = '', three = ''] = numbers
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin?tab=orders`)
  await page.getByRole('button', { name: /^To make/ }).click()
  await expect(page).toHaveURL(/view=to_make/)
  await expect(rowOf(page, one)).toContainText('Late: 1 Jan')

  await page.getByRole('link', { name: 'Cut list' }).click()
  const cut = page.getByRole('article', { name: /Cut list/ })
  await expect(cut.getByRole('cell').filter({ hasText: one })).toHaveCount(2)
  await expectSound(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.goBack()

  for (const number of [one, two]) await page.getByRole('checkbox', { name: `Choose ${number}` }).check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('link', { name: 'Packing slips' }).last().click()
  const slips = page.getByRole('article')
  await expect(slips).toHaveCount(2)
  await expect(slips.first()).toContainText('Mary Dress')
  await expect(slips.first()).not.toContainText('£')
  await expectSound(page)
  await page.goBack()

  for (const number of [one, two, three]) await page.getByRole('checkbox', { name: `Choose ${number}` }).check()
  // Another administrator changes the third order, and the list cannot refresh.
  await page.route(/\/functions\/v1\/orders\?/, (route) => route.abort())
  await shop.rows(`update pre_orders set notes = 'A hem to let down' where order_number = $1`, [three])
  await page.getByLabel('Status for selected orders').selectOption('Processing')
  await page.getByRole('button', { name: 'Set status' }).click()
  const question = page.getByRole('alertdialog', { name: 'Set 3 orders to Processing?' })
  await expect(question).toContainText('3 customers get an e-mail in a minute.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Set 3 to Processing' }).click()
  await expect(page.getByText('2 orders have been changed, 1 has not:')).toBeVisible()
  expect(await Promise.all(numbers.map((number) => statusOf(shop, number)))).toEqual([
    'processing',
    'processing',
    'pending',
  ])
  await expect(page.getByRole('checkbox', { name: `Choose ${three}` })).toBeChecked()
  await page.unroute(/\/functions\/v1\/orders\?/)

  await page.goto(`${named(shop)}/admin?tab=orders&view=in_progress`)
  await rowOf(page, one).getByRole('button', { name: 'Ready to post' }).click()
  await expect(page.getByText(`${one} is now in To dispatch.`)).toBeVisible()
  await expect(rowOf(page, one)).toContainText('Moved to another list')
  await rowOf(page, one).getByRole('button', { name: 'Not ready yet' }).click()
  await expect(page.getByText(`${one} is now in In progress.`)).toBeVisible()
  for (const number of [one, two]) await page.getByRole('checkbox', { name: `Choose ${number}` }).check()
  await page.getByRole('button', { name: 'Ready to post', exact: true }).click()
  const results = page.getByText('2 orders have been changed.').locator('xpath=..')
  await expect(results).toBeFocused()
  // The same orders again: the new results have a new undo period.
  for (const number of [one, two]) await page.getByRole('checkbox', { name: `Choose ${number}` }).check()
  await page.getByLabel('Status for selected orders').selectOption('Pending')
  await page.getByRole('button', { name: 'Set status' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Set 2 to Pending' }).click()
  await expect(page.getByText('2 selected')).toBeHidden()
  await expect(results).toBeFocused()
  await results.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 orders are as before.')).toBeVisible()

  await page.goto(`${named(shop)}/admin?tab=orders&view=to_dispatch`)
  for (const number of [one, two]) await page.getByRole('checkbox', { name: `Choose ${number}` }).check()
  await page.getByRole('button', { name: 'Enter tracking' }).click()
  await expect(page.getByRole('textbox', { name: one })).toBeFocused()
  await page.keyboard.type('AA123456785GB')
  await page.keyboard.press('Enter')
  await page.keyboard.type('RM473124829GB')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Add 2 numbers' })).toBeFocused()
  await expectSound(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 orders have been changed.')).toBeVisible()
  await expect(page.getByText('2 customers get an e-mail with the number in a minute.')).toBeVisible()
  expect(await statusOf(shop, two)).toBe('shipped')

  await page.goto(`${named(shop)}/admin?tab=orders&view=shipped`)
  await page.getByLabel('Search').fill(two)
  await expect(page.getByRole('table', { name: 'Orders' }).getByRole('row')).toHaveCount(2)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const saved = await readFile(await download.path(), 'utf8')
  expect(saved).toContain(two)
  expect(saved).not.toContain(one)
})

test('a change with consequences needs a confirmation that names them, and its notice undoes it', async ({
  page,
  shop,
}) => {
  const number = someNumber()
  const email = `${number.toLowerCase()}@example.com`
  await addOrder(shop, { email, number })
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin?tab=orders`)
  const row = rowOf(page, number)
  const payment = row.getByLabel(`Payment of ${number}`)
  const status = row.getByLabel(`Status of ${number}`)
  const question = page.getByRole('alertdialog')

  await payment.focus()
  await payment.selectOption('Pending')
  await expect(question).toContainText('Setting it to Pending moves no money.')
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(payment).toHaveValue('paid')
  await expect(payment).toBeFocused()
  await payment.selectOption('Pending')
  await question.getByRole('button', { name: 'Set to Pending' }).click()
  await expect(page.getByText('Payment status updated successfully.')).toBeVisible()
  await page.goto(`${named(shop)}/admin?tab=orders&view=to_make`)
  await expect(rowOf(page, number)).toBeVisible()
  // No confirmation is needed to return to Paid: the payment exists.
  await payment.selectOption('Paid')
  await expect(page.getByText('Payment status updated successfully.')).toBeVisible()

  await status.selectOption('Shipped')
  await expect(question).toContainText('E-mail the customer that it is on its way?')
  await question.getByRole('button', { name: 'Mark as Shipped and e-mail' }).click()
  await expect(page.getByText('Order status updated successfully.')).toBeVisible()
  const minutes = await shop.rows(
    `select ceil(extract(epoch from next_attempt_at - now()) / 60)::int as minutes from private.outbox
      where recipient = $1 and kind = 'order_dispatched' and state = 'waiting'`,
    [email],
  )
  expect(minutes).toEqual([{ minutes: 1 }])
  await undoOf(page).click()
  await expect(page.getByText(`Order ${number} is as it was before.`)).toBeVisible()
  await expect(status).toHaveValue('pending')

  await status.selectOption('Cancelled')
  await expect(question).toContainText(`${email} gets the e-mail “Your order ${number} is cancelled” in a minute`)
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(status).toHaveValue('pending')
  await status.selectOption('Cancelled')
  await question.getByRole('button', { name: 'Cancel, refund later' }).click()
  await expect(row.getByRole('link', { name: 'Refund owed' })).toBeVisible()
  await status.selectOption('Processing')
  await expect(question).toContainText('It will no longer be owed, and you keep the money.')
  await question.getByRole('button', { name: 'Set to Processing' }).click()
  await expect(row.getByRole('link', { name: 'Refund owed' })).toBeHidden()
  await expect.poll(() => statusOf(shop, number)).toBe('processing')
})

test('an order is cancelled and refunded from its details, and several from the bulk bar', async ({ page, shop }) => {
  const orders = [await bought(page, shop), await bought(page, shop)]
  const [one = '', two = ''] = orders.map(({ order_number }) => order_number)
  const refunded = async (number: string) => {
    const [order] = await shop.rows('select provider_state, order_status from pre_orders where order_number = $1', [
      number,
    ])
    return order
  }
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin?tab=orders&order=${one}`)
  const question = page.getByRole('alertdialog')
  await page.getByRole('dialog', { name: one }).getByLabel(`Status of ${one}`).selectOption('Cancelled')
  await question.getByRole('button', { name: 'Cancel and refund £66.50 now' }).click()
  await expect(page.getByText('Order status updated successfully.')).toBeVisible()
  await expect(undoOf(page)).toBeHidden()
  await expect
    .poll(() => refunded(one), { timeout: 20_000 })
    .toEqual({ provider_state: 'refunded', order_status: 'cancelled' })
  await page.keyboard.press('Escape')

  await page.getByRole('checkbox', { name: `Choose ${two}` }).check()
  await page.getByLabel('Status for selected orders').selectOption('Cancelled')
  await page.getByRole('button', { name: 'Set status' }).click()
  await expect(question).toContainText('the e-mail “Your order is cancelled”')
  await expectSound(page)
  await question.getByRole('button', { name: 'Cancel 1 and refund £66.50 now' }).click()
  const results = page.getByText('1 order has been changed.').locator('xpath=..')
  await expect(results).toBeVisible()
  await expect(results.getByRole('button', { name: 'Undo' })).toBeHidden()
  await expect
    .poll(() => refunded(two), { timeout: 20_000 })
    .toEqual({ provider_state: 'refunded', order_status: 'cancelled' })
})

test('slip and cut list have British dates, and the owner edits a height only where there is a hem', async ({
  page,
  shop,
}) => {
  const number = someNumber()
  const more = `, created_at = '2029-12-20T23:30:00Z'`
  await addOrder(shop, { email: `${number.toLowerCase()}@example.com`, number, more })
  const [scarf] = await shop.rows<{ id: string }>(
    `insert into products (name, slug, price, kind, sizes) values ('Plain Scarf', 'scarf-${number.toLowerCase()}', 20, 'accessory', '{One size}')
     returning id`,
  )
  await shop.rows(
    `insert into order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity, dispatch_by)
     select id, 1, $2, 'scarf', 'Plain Scarf', 'One size', 20, 1, '2030-01-15' from pre_orders where order_number = $1`,
    [number, scarf?.id],
  )
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin/orders/packing-slips?orders=${number}`)
  await expect(page.getByRole('article')).toContainText('20 December 2029')
  await page.goto(`${named(shop)}/admin/orders/cut-list?orders=${number}`)
  await expect(page.getByRole('article')).toContainText('Tue 15 Jan')
  await expect(page.getByRole('article')).toContainText(/, \d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d\. /)

  await page.goto(`${named(shop)}/admin?tab=orders&order=${number}`)
  await page.getByRole('button', { name: 'Edit size, address and other details' }).click()
  await expect(page.getByRole('textbox', { name: 'Height for Mary Dress' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Size of Plain Scarf' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Height for Plain Scarf' })).toHaveCount(0)
  await shop.rows('delete from products where id = $1', [scarf?.id])
})

test('an order has a note for the parcel, which is printed, and one for the owner, which is not', async ({
  page,
  shop,
}) => {
  const number = someNumber()
  await addOrder(shop, { email: `${number.toLowerCase()}@example.com`, number, more: `, notes = 'Ring twice'` })
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin?tab=orders&order=${number}`)
  const notes = page.getByRole('dialog').getByRole('region', { name: 'Notes', exact: true })
  await expect(notes).toContainText('For the parcel')
  await expect(notes).toContainText('Ring twice')
  await notes.getByLabel('For me').fill('Very demanding')
  await notes.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Note saved')).toBeVisible()
  await expect(notes.getByRole('button', { name: 'Save note' })).toBeHidden()
  await expectSound(page)
  await page.reload()
  await expect(notes.getByLabel('For me')).toHaveValue('Very demanding')
  for (const sheet of ['packing-slips', 'cut-list']) {
    await page.goto(`${named(shop)}/admin/orders/${sheet}?orders=${number}`)
    await expect(page.getByRole('article')).toContainText('Ring twice')
    await expect(page.getByText('Very demanding')).toHaveCount(0)
  }
})

test('the page reports orders that cannot be loaded, and a shop without orders', async ({ page, shop }) => {
  await openDashboard(page, shop)
  const reading = /\/rest\/v1\/pre_orders\?/
  await page.route(reading, (route) => route.abort())
  await page.goto(`${named(shop)}/admin?tab=orders`)
  await expect(page.getByText('The orders couldn’t be loaded.')).toBeVisible({ timeout: 20_000 })
  await page.unroute(reading)
  await page.route(reading, (route) => route.fulfill({ json: [] }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No orders yet.')).toBeVisible()
  await expectAccessible(page)
})

function rowOf(page: Page, number: string) {
  return page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Choose ${number}` }) })
}

/** The button in the present notice; the one that it replaces is still fading out. */
function undoOf(page: Page) {
  return page.locator('[data-removed="false"]').getByRole('button', { name: 'Undo', exact: true })
}

function someNumber(): string {
  return `TKW-${crypto.randomUUID().slice(0, 6).toUpperCase()}`
}

async function statusOf(shop: ShopUnderTest, number: string): Promise<string | undefined> {
  const [order] = await shop.rows<{ order_status: string }>(
    'select order_status from pre_orders where order_number = $1',
    [number],
  )
  return order?.order_status
}
