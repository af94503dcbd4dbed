import { expectAccessible, expectFits } from './accessible.ts'
import { openDashboard } from './admin-people.ts'
import { emailTo } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

/** Adds an e-mail that the mail server refused permanently. */
async function addFailedEmail(shop: ShopUnderTest, recipient: string, kind = 'contact_receipt'): Promise<void> {
  await shop.rows(
    `insert into private.outbox (kind, cause, recipient, data, message_id, state, attempts, last_error)
     values ($1, $2, $3, jsonb_build_object('topic', 'order', 'at', now()), $4, 'failed', 1, '550 5.1.1 <' || $3 || '>: Recipient address rejected: User unknown')`,
    [kind, crypto.randomUUID(), recipient, `<${crypto.randomUUID()}@shop.example>`],
  )
}

/** Adds a dead job, without attempts left, as the queue writes it. */
async function addDeadJob(shop: ShopUnderTest, job: string, of: string): Promise<void> {
  await shop.rows(
    `insert into pgboss.job (name, data, source_name, source_id, source_output)
     values ('dead', jsonb_build_object('id', $2::text), $1, gen_random_uuid(), '{"message":"the provider did not answer"}')`,
    [job, of],
  )
}

test('failed e-mails and jobs are visible, and are retried or dismissed', async ({ page, shop }) => {
  await openDashboard(page, shop)
  // E-mails of earlier journeys would count, among them an order's e-mail that is delayed by a minute.
  await shop.rows(`update private.outbox set state = 'dropped' where state in ('failed', 'waiting')`)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.getByRole('link', { name: 'All on one page' }).click()
  const part = page.getByRole('region', { name: 'E-mails and background tasks' })
  await expect(part.getByRole('status')).toHaveText('All sent.')
  await expect(page.getByText('things need your attention')).toBeHidden()
  const queues = part.getByRole('table', { name: 'Still to do' }).getByRole('rowheader')
  await expect(queues.filter({ hasText: 'E-mails' })).toBeVisible()
  // On a phone the other columns' names have two lines; all end on one.
  await page.setViewportSize({ width: 390, height: 844 })
  const heads = part.getByRole('table', { name: 'Still to do' }).getByRole('columnheader')
  const ends = await heads.evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return Math.round(range.getBoundingClientRect().bottom)
    }),
  )
  expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(4)
  // Each queue has a label instead of its internal name.
  await expect(queues.filter({ hasText: /\w\.\w/ })).toHaveCount(0)
  await expectFits(page, [390, 1280])
  await expectAccessible(page)

  const [ruth, esther] = [`ruth-${Date.now()}@example.com`, `esther-${Date.now()}@example.com`]
  await addFailedEmail(shop, ruth)
  await addFailedEmail(shop, esther)
  await expect(part.getByRole('status')).toHaveText('2 e-mails could not be sent.')
  await expect(page.getByRole('link', { name: 'Settings 2 things need your attention' })).toBeVisible()
  const emails = part.getByRole('list', { name: 'Could not be sent' }).getByRole('listitem')
  await expect(emails).toHaveCount(2)
  await expect(emails.filter({ hasText: ruth })).toContainText('Receipt for a message')
  await expect(emails.filter({ hasText: ruth })).toContainText('User unknown')
  await expectFits(page, [390, 1280])
  await expectAccessible(page)

  await page.getByRole('button', { name: `Send again: Receipt for a message to ${ruth}` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sending again')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'E-mails and background tasks' })).toBeFocused()
  await expect(emails).toHaveCount(1)
  await emailTo(shop, ruth, /message/i)

  await page.getByRole('button', { name: `Dismiss: Receipt for a message to ${esther}` }).focus()
  await page.keyboard.press('Enter')
  await expect(emails).toHaveCount(0)
  await expect(part.getByRole('status')).toHaveText('All sent.')
  await expect(page.getByText('things need your attention')).toBeHidden()
})

test('a dead job is retried', async ({ page, shop }) => {
  await openDashboard(page, shop)
  await addDeadJob(shop, 'orders.confirm-payment', 'evt_unknown')
  await addDeadJob(shop, 'email.send', crypto.randomUUID())
  await page.getByRole('link', { name: /^Settings/ }).click()
  await page.getByRole('link', { name: 'All on one page' }).click()
  const jobs = page.getByRole('list', { name: 'Failed' }).getByRole('listitem')
  await expect(jobs).toHaveCount(2)
  await expect(jobs.filter({ hasText: 'Payments to confirm' })).toContainText('the provider did not answer')
  await expectFits(page, [390, 1280])
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Try again: E-mails/ }).click()
  await expect(page.getByText('Trying again', { exact: true }).first()).toBeVisible()
  await expect(jobs).toHaveCount(1)
  await page.getByRole('button', { name: /^Try again: Payments/ }).click()
  await expect(jobs).toHaveCount(0)
})

test('when the shop is unreachable, the data stays visible with a note that it may be out of date', async ({
  page,
  shop,
}) => {
  await openDashboard(page, shop)
  await page.getByRole('link', { name: /^Settings/ }).click()
  await page.getByRole('link', { name: 'All on one page' }).click()
  const part = page.getByRole('region', { name: 'E-mails and background tasks' })
  await expect(part.getByRole('heading', { name: 'Still to do' })).toBeVisible()
  await page.route('**/functions/v1/jobs', (route) => route.abort())
  await expect(part.getByText('What is shown here may be out of date')).toBeVisible()
  await page.unroute('**/functions/v1/jobs')
  await expect(part.getByText('What is shown here may be out of date')).toBeHidden()
})
