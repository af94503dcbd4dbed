import { expectAccessible, expectFits } from './accessible.ts'
import { addOrder } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { expect, test } from './shop.ts'

test.afterEach(({ shop }) => shop.rows(`delete from private.settings where name = 'morning_email'`))

for (const width of [390, 1280]) {
  test(`at ${width} px today is one press from the dashboard, and says the one thing to do first`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    // What earlier journeys left is no work of today, and without the board orders are counted.
    await shop.rows('delete from private.pieces')
    await shop.rows(`update pre_orders set dispatch_by = current_date + 30 where dispatch_by < current_date + 15`)
    const number = `TKW-TODAY${width}`
    await addOrder(shop, { email: 'ruth@example.com', number, more: ', dispatch_by = current_date - 3' })
    const [{ waiting } = { waiting: 0 }] = await shop.rows<{ waiting: number }>(
      `select count(*)::int as waiting from pre_orders where order_view = 'to_make'`,
    )
    await openDashboard(page, shop)
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    const first = page.getByRole('region', { name: `Cut order ${number}` })
    await expect(first).toContainText('It was to leave by')
    const work = page.getByRole('list', { name: 'The work' })
    await expect(work.getByRole('link', { name: /^To cut/ })).toContainText(`To cut${waiting}`)
    await expect(work.getByRole('link', { name: /^Late within three days/ })).toContainText('1 is late already')
    // Everything that she needs first is in view on arrival.
    await expect(work.getByRole('link', { name: /^Late within/ })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('region', { name: /^To leave by/ }).getByRole('listitem')).toContainText([number])
    await expectFits(page, [width])
    await expectAccessible(page)

    await first.getByRole('link', { name: 'Open the order' }).click()
    await expect(page.getByRole('dialog')).toContainText(number)
    await page.keyboard.press('Escape')
    await shop.rows(`update pre_orders set order_status = 'shipped' where order_number = $1`, [number])
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    await expect(page.getByRole('region', { name: /^To leave by/ })).toContainText('No order has to leave by then.')
  })
}

test('the morning e-mail is one switch with an hour', async ({ page, shop }) => {
  await openDashboard(page, shop)
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await page.getByRole('link', { name: 'This page by e-mail each morning' }).click()
  const morning = page.getByRole('region', { name: 'Morning e-mail' })
  await expect(morning).toBeInViewport()
  await expect(morning.getByRole('status')).toHaveText('No morning e-mail. The page Today is always there.')
  await morning.getByRole('checkbox', { name: 'Send me a morning e-mail' }).check()
  await expect(morning.getByRole('status')).toContainText('At 07:00 on working days, to ')
  await morning.getByLabel('At', { exact: true }).selectOption('06:00')
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await morning.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => shop.rows(`select value from private.settings where name = 'morning_email'`))
    .toEqual([{ value: { on: true, hour: 6, when_quiet: false } }])
  await page.reload()
  await expect(morning.getByRole('checkbox', { name: 'Send me a morning e-mail' })).toBeChecked()
})
