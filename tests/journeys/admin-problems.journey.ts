import { expectAccessible, expectFits } from './accessible.ts'
import { addOrder, named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { emailTo } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

/** Removes what earlier journeys left for the owner. */
async function putInOrder(shop: ShopUnderTest): Promise<void> {
  await shop.rows(`update private.outbox set state = 'dropped' where state in ('failed', 'waiting')`)
  await shop.rows('delete from private.payment_discrepancies')
  await shop.rows(`delete from private.payment_events where handled_at is null`)
  await shop.rows('delete from private.returns where settled_at is null')
  await shop.rows(`delete from reviews where state = 'waiting'`)
  await shop.rows('update private.order_notes set resolved_at = now() where resolved_at is null')
  await shop.rows(`update pre_orders set dispatch_by = current_date + 30 where dispatch_by < current_date + 5`)
}

test('the dashboard lists what needs the owner, each line with its cure', async ({ page, shop }) => {
  await putInOrder(shop)
  await openDashboard(page, shop)
  const inbox = page.getByRole('region', { name: /All is well|need.* your attention/ })
  await expect(inbox.getByRole('heading', { level: 2 })).toHaveText(/^All is well/)
  await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)

  const number = 'TKW-LATE99'
  await addOrder(shop, { email: 'ruth@example.com', number, more: ', dispatch_by = current_date - 3' })
  const esther = `esther-${Date.now()}@example.com`
  await shop.rows(
    `insert into private.outbox (kind, cause, recipient, data, message_id, state, attempts, last_error)
     values ('contact_receipt', gen_random_uuid()::text, $1, jsonb_build_object('topic', 'order', 'at', now()),
       '<' || gen_random_uuid() || '@shop.example>', 'failed', 1, '550 5.1.1 User unknown')`,
    [esther],
  )
  await shop.rows(
    `insert into private.payment_discrepancies (key, kind) values (gen_random_uuid()::text, 'paid_twice')`,
  )
  await page.reload()
  await expect(inbox.getByRole('heading', { level: 2 })).toHaveText('3 things need your attention')
  await expect(page.getByRole('link', { name: 'Dashboard 3 problems' })).toBeVisible()
  const lines = inbox.getByRole('listitem')
  // One line, until it is opened.
  await expect(lines).toHaveCount(0)
  const summary = inbox.getByRole('button', { name: '3 things need your attention' })
  await summary.click()
  await expect(summary).toHaveAttribute('aria-expanded', 'true')
  await expect(lines).toHaveCount(3)
  await expect(lines.filter({ hasText: number })).toContainText('was due to leave by')
  await expectFits(page, [390, 1280])
  await expectAccessible(page)

  await inbox.getByRole('button', { name: `Send again: Receipt for a message to ${esther}` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sending again')).toBeVisible()
  await expect(lines).toHaveCount(2)
  await expect(inbox.getByRole('heading', { level: 2 })).toBeFocused()
  await emailTo(shop, esther, /message/i)

  await inbox.getByRole('link', { name: `Look at order: ${number}` }).click()
  await expect(page.getByRole('dialog').getByText(number).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await inbox.getByRole('link', { name: /^See the payment/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Money' })).toBeVisible()
  await putInOrder(shop)
})

test('an order that begins to need attention is in every number at once', async ({ page, shop }) => {
  await putInOrder(shop)
  const numbers = ['TKW-NOTE01', 'TKW-NOTE02']
  for (const number of numbers)
    await addOrder(shop, { email: 'ruth@example.com', number, more: ', dispatch_by = current_date + 30' })
  await openDashboard(page, shop)
  await page.getByRole('tab', { name: 'Orders' }).click()
  const heading = page.getByRole('region', { name: /All is well|need.* your attention/ }).getByRole('heading')
  const view = page.getByRole('button', { name: /^Needs attention/ })
  await expect(heading).toHaveText(/^All is well/)
  await expect(view).toHaveText('Needs attention0')
  // Sooner than any of the numbers is read again without a change.
  const soon = { timeout: 5_000 }
  for (const [at, number] of numbers.entries()) {
    await page.getByLabel(`Status of ${number}`).selectOption('Cancelled')
    await page.getByRole('button', { name: 'Cancel, refund later' }).click()
    await expect(view).toHaveText(`Needs attention${at + 1}`, soon)
    await expect(heading).toHaveText(`${at + 1} ${at === 0 ? 'thing needs' : 'things need'} your attention`, soon)
    await expect(page.getByRole('link', { name: `Dashboard ${at + 1} problem` })).toBeVisible(soon)
  }
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect(view).toHaveText('Needs attention1', soon)
  await expect(heading).toHaveText('1 thing needs your attention', soon)
  await putInOrder(shop)
})

for (const { name, width, height, head, keyboard } of [
  { name: 'at a desk', width: 1280, height: 800, head: 200, keyboard: 0 },
  { name: 'on a phone', width: 390, height: 844, head: 160, keyboard: 335 },
]) {
  test(`${name} the first order is in view on arrival with an alert, and the results after a search`, async ({
    page,
    shop,
  }) => {
    await putInOrder(shop)
    const [number, other] = [`TKW-HEAD${width}`, `TKW-REST${width}`]
    for (const each of [number, other])
      await addOrder(shop, { email: 'ruth@example.com', number: each, more: ', dispatch_by = current_date - 3' })
    await openDashboard(page, shop)
    await page.setViewportSize({ width, height })
    await page.goto(`${named(shop)}/admin?tab=orders`)
    await expect(page.getByRole('heading', { name: '2 things need your attention' })).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    const tabs = await page.getByRole('tablist').boundingBox()
    expect(tabs?.y, 'the head').toBeLessThanOrEqual(head)
    const first = await page.getByRole('row').nth(1).boundingBox()
    expect(first?.y, 'the first order').toBeLessThan(height - 200)

    await page.getByLabel('Search').fill(number)
    await expect(page.getByRole('row')).toHaveCount(2)
    const found = await page.getByRole('checkbox', { name: `Choose ${number}` }).boundingBox()
    expect((found?.y ?? height) + (found?.height ?? 0), 'the result').toBeLessThan(height - keyboard)
    await expect(page.getByRole('button', { name: /^Needs attention/ })).toBeAttached()
    await expectFits(page, [width, 320])
    await expectAccessible(page)
    await putInOrder(shop)
  })
}
