import type { Browser, Page } from '@playwright/test'
import { shop as configured } from '#shop'
import { owner } from '#tests/fixtures/shop-copy.ts'
import { type SmtpServer, smtpServer } from '#tests/fixtures/smtp-server.ts'
import { expectAccessible, expectFits } from './accessible.ts'
import { signIn } from './account-holder.ts'
import { figure, launchForm, openDashboard, sendLaunch } from './admin-people.ts'
import { withAnotherShop } from './another-shop.ts'
import { expect, test } from './shop.ts'

// Most of these tests start a shop of their own.
test.setTimeout(240_000)
/** The addresses of these tests' subscribers; the domain distinguishes their e-mails. */
const subscribers = Array.from({ length: 30 }, (_, index) => `reader-${index}@list.example.com`)

test('the form counts the recipients before sending, and thirty subscribers get one e-mail each', async ({
  page,
  shop,
}) => {
  const mine = `${crypto.randomUUID().slice(0, 8)}.example.com`
  // Other tests add sign-ups in the same shop; only this test's addresses may count here.
  await shop.rows('delete from email_signups')
  await shop.rows(
    `insert into email_signups (email, consent_text) select 'reader-' || n || '@' || $1, 'Tell me when you open.'
     from generate_series(1, 32) n`,
    [mine],
  )
  const unsubscribe = `update email_signups set unsubscribed_at = now(), unsubscribe_reason = $2 where email = $1`
  await shop.rows(unsubscribe, [`reader-31@${mine}`, 'unsubscribed'])
  await shop.rows(unsubscribe, [`reader-32@${mine}`, 'complaint'])

  await openDashboard(page, shop, 'campaign')
  const form = launchForm(page)
  await expect(page.getByRole('heading', { name: 'Launch Email Campaign' })).toBeVisible()
  await expect(page.getByText('Send launch notification emails to all subscribers')).toBeVisible()
  await expect(page.getByText(/all subscribers in the email signups list/)).toBeVisible()
  await expect(form.subject).toHaveValue(new RegExp(configured.name))
  await expect(form.message).toHaveValue(/\/shop/)
  await expect(form.message).toHaveAttribute('rows', '6')
  await expect(page.getByText('All 30 subscribers will get it.')).toBeVisible()
  await expect(page.getByText('Not included: 1 unsubscribed; 1 reported an e-mail as spam.')).toBeVisible()
  // No script runs in the frame of the e-mail, not even Playwright's.
  const preview = page.locator('iframe')
  await expect(preview).toHaveAttribute('sandbox', '')
  await expect(preview).toHaveAttribute('srcdoc', /Unsubscribe/)
  await expectFits(page, [1280, 390, 1280])
  await expectAccessible(page)

  for (const empty of ['', '   ']) {
    await form.subject.fill(empty)
    await expect(form.send).toBeDisabled()
    await expect(form.test).toBeDisabled()
  }
  const subject = `We are open ${mine}`
  await form.subject.fill(subject)
  await form.message.fill(' \n ')
  await expect(form.send).toBeDisabled()
  await form.message.fill('Come in.\n\nhttps://example.com/shop <script>alert(1)</script>')
  await expect(preview).toHaveAttribute('srcdoc', /&lt;script&gt;alert\(1\)&lt;/)

  await form.test.click()
  await expect(page.getByText('A test is on its way')).toBeVisible()
  // After a reload the form offers the draft.
  await page.reload()
  await page.getByRole('button', { name: 'Continue with it' }).click()
  await expect(form.subject).toHaveValue(subject)
  // A double click sends nothing before the owner confirms the number.
  await form.send.dblclick()
  await expect(page.getByText('Send this e-mail to 30 subscribers?')).toBeVisible()
  await expectFits(page, [1280, 390])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(form.send).toBeFocused()
  await form.send.click()
  await expect(form.confirm).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form.confirm).toBeHidden()
  await expect(form.send).toBeFocused()
  await sendLaunch(page)
  await expect(form.send).toHaveText('Sending...')
  await expect(form.send).toBeDisabled()
  await expect(page.getByText('Sent 30 emails successfully.', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(figure(page, 'sent')).toHaveText('30')
  await expect(page.getByText('No new recipients: all 30 subscribers have already had this message.')).toBeVisible()
  await expect(page.getByText('30 already had this message')).toBeVisible()
  await form.send.click()
  await expect(page.getByText('No new recipients: all 30 already have this e-mail.', { exact: true })).toBeVisible({
    timeout: 30_000,
  })
  // After a campaign the form contains the default announcement.
  await page.reload()
  await expect(form.subject).toHaveValue(`${configured.name} is open`)
  await expect(page.getByText('You have an unsaved draft')).toBeHidden()
  // After each keystroke the page shows the number for the typed text, or a loading state.
  await expect(page.getByText('All 30 subscribers will get it.')).toBeVisible()
  const slow = Promise.withResolvers<void>()
  await page.route('**/functions/v1/campaign-audience', async (route) => {
    await slow.promise
    await route.continue()
  })
  await form.subject.press('End')
  await form.subject.press('!')
  expect(await page.getByText('Counting recipients…').count()).toBe(1)
  expect(await page.getByText('will get it').count()).toBe(0)
  slow.resolve()
  await page.unroute('**/functions/v1/campaign-audience')
  await expect(page.getByText('All 30 subscribers will get it.')).toBeVisible()
  await form.message.fill('Other words.')
  await expect(page.getByText(`All of them got “${subject}” today.`)).toBeVisible()
  await expectFits(page, [1280, 390])
  await expectAccessible(page)

  // To send to the same list within a day, the owner must tick a box.
  await form.send.click()
  await expect(page.getByText(`“${subject}” went to the same subscribers`)).toBeVisible()
  await expect(form.confirm).toHaveAttribute('aria-disabled', 'true')
  await form.confirm.click({ force: true })
  await expect(form.send).toHaveText('Send Launch Emails')
  await expectFits(page, [1280, 390])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  const emails = await shop.rows<{ recipient: string; count: number }>(
    `select recipient, count(*)::int as count from private.mailbox where recipient like '%' || $1 group by recipient`,
    [`@${mine}`],
  )
  expect(emails).toHaveLength(30)
  expect(emails.every(({ count }) => count === 1)).toBe(true)
})

test('Send pressed twice in two browsers at once sends one e-mail to each recipient', { tag: '@K4' }, async ({
  page,
  browser,
}) => {
  await withListOfThirty(page, async ({ url, smtp }) => {
    const other = await secondBrowser(browser, url)
    await expect(launchForm(page).subject).toHaveValue(new RegExp(configured.name))
    await Promise.all([launchForm(page).send.dblclick(), launchForm(other).send.dblclick()])
    await Promise.all([launchForm(page).confirm.dblclick(), launchForm(other).confirm.dblclick()])
    for (const each of [page, other]) {
      await expect(each.getByText('Sent 30 emails successfully.', { exact: true })).toBeVisible({ timeout: 30_000 })
      await expect(figure(each, 'sent')).toHaveText('30')
    }
    expect(readersOf(smtp)).toEqual([...subscribers].sort())
    await other.context().close()
  })
})

test('the owner pauses a campaign, finds it after a reload and in another browser, and resumes it there', async ({
  page,
  browser,
}) => {
  await withListOfThirty(page, async ({ url, smtp }) => {
    const gate = Promise.withResolvers<void>()
    smtp.answer = async (stage) => {
      if (stage === 'rcpt' && readersOf(smtp).length >= 10) await gate.promise
    }
    await sendLaunch(page)
    const bar = page.getByRole('progressbar', { name: 'E-mails done' })
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(5)
    await expect(bar).toHaveAttribute('aria-valuemax', '30')
    await expect(launchForm(page).send).toHaveText('Sending...')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    gate.resolve()
    await expect(page.getByText('Nothing more is sent until you resume it.')).toBeVisible()
    // E-mails in delivery may still finish, so the loop reads the ledger each time.
    await expect
      .poll(async () => Number(await figure(page, 'sent').textContent()) - readersOf(smtp).length, { timeout: 20_000 })
      .toBe(0)
    const sentSoFar = readersOf(smtp).length
    expect(sentSoFar).toBeLessThan(30)

    await page.reload()
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
    await expect(figure(page, 'to send')).toHaveText(String(30 - sentSoFar))
    await expectFits(page, [390, 1280])
    const other = await secondBrowser(browser, url)
    await other.getByRole('button', { name: 'Resume' }).click()
    for (const each of [other, page]) {
      await expect(figure(each, 'sent')).toHaveText('30', { timeout: 30_000 })
      await expect(figure(each, 'to send')).toHaveText('0')
    }
    await expect(other.getByText('Sent 30 emails successfully.', { exact: true })).toBeVisible()
    expect(readersOf(smtp)).toEqual([...subscribers].sort())
    await other.context().close()
  })
})

test('failures are listed with their reasons and retried alone; the owner decides about unknown results', async ({
  page,
}) => {
  await withListOfThirty(page, async ({ smtp }) => {
    const [first = '', second = ''] = subscribers
    let isCut = false
    smtp.answer = (stage, argument) => {
      if (stage === 'rcpt' && (argument === first || argument === second)) return '550 No such mailbox here'
      if (stage === 'message' && !isCut && smtp.received.at(-1)?.to[0]?.endsWith('@list.example.com')) {
        isCut = true
        return 'take and cut'
      }
      return undefined
    }
    await sendLaunch(page)
    const toast = page.getByText('Sent 27 emails successfully. 2 failed.', { exact: true })
    await expect(toast).toBeVisible({ timeout: 30_000 })
    const failures = page.getByRole('listitem').filter({ hasText: 'No such mailbox here' })
    await expect(failures).toHaveCount(2)
    await expect(failures.filter({ hasText: first })).toBeVisible()
    await expect(figure(page, 'unknown')).toHaveText('1')
    await expectFits(page, [390, 1280])
    await expectAccessible(page)

    smtp.answer = () => undefined
    await page.getByRole('button', { name: 'Send to failed only' }).click()
    await expect(figure(page, 'sent')).toHaveText('29', { timeout: 30_000 })
    await expect(figure(page, 'failed')).toHaveText('0')
    expect(readersOf(smtp)).toEqual([...subscribers].sort())

    await expect(page.getByText('We don’t know whether one e-mail arrived')).toBeVisible()
    await page.getByRole('button', { name: 'Send it again' }).click()
    await expect(figure(page, 'sent')).toHaveText('30', { timeout: 30_000 })
    expect(readersOf(smtp)).toHaveLength(31)
  })
})

test('a mail server that refuses the shop pauses the campaign, and the page shows the reason and the next retry', async ({
  page,
}) => {
  await withListOfThirty(page, async ({ smtp }) => {
    smtp.answer = (stage) => (stage === 'mail' ? '550 This sender is not welcome' : undefined)
    await sendLaunch(page)
    await expect(page.getByText(/This sender is not welcome.*We’ll try again on/)).toBeVisible({ timeout: 30_000 })
    await expect(figure(page, 'failed')).toHaveText('0')
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    smtp.answer = () => undefined
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText('Sent 30 emails successfully.', { exact: true })).toBeVisible({ timeout: 30_000 })
  })
})

test('after a lost connection a started campaign is found, and an unsent one is reported', async ({ page }) => {
  await withListOfThirty(page, async ({ smtp }) => {
    const call = '**/functions/v1/send-klaviyo-launch-email'
    await page.route(call, (route) => route.abort())
    await sendLaunch(page)
    await expect(page.getByText('Failed to send emails. Please try again.')).toBeVisible()
    expect(readersOf(smtp)).toEqual([])

    await page.unroute(call)
    await page.route(call, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await sendLaunch(page)
    await expect(page.getByText('Sent 30 emails successfully.', { exact: true })).toBeVisible({ timeout: 30_000 })
    expect(readersOf(smtp)).toEqual([...subscribers].sort())
  })
})

type ShopWithList = { url: string; smtp: SmtpServer }

/** A separate shop with an SMTP server and thirty subscribers, and its owner at the dashboard. */
async function withListOfThirty(page: Page, work: (shop: ShopWithList) => Promise<void>) {
  await using smtp = await smtpServer()
  const settings = { SMTP_URL: smtp.url }
  await withAnotherShop(settings, async (url) => {
    await signIn(page, { url }, owner)
    await page.goto(`${url}/admin/subscribers`)
    await page.getByRole('button', { name: 'Import addresses' }).click()
    await page.getByLabel('Or enter addresses, one per line').fill(subscribers.join('\n'))
    await page.getByLabel('What they agreed to').fill('Tell me when you open.')
    await page.getByLabel('Where', { exact: true }).fill('Market stall')
    await page.getByRole('button', { name: 'Check the list' }).click()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByText('30 added.')).toBeVisible()
    await page.goto(`${url}/admin?tab=campaign`)
    await expect(page.getByText('All 30 subscribers will get it.')).toBeVisible()
    await work({ url, smtp })
  })
}

async function secondBrowser(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, { url }, owner)
  await page.goto(`${url}/admin?tab=campaign`)
  await expect(page.getByRole('heading', { name: 'Launch Email Campaign' })).toBeVisible()
  return page
}

/** The recipients of accepted e-mails; one that got several appears several times. */
function readersOf(smtp: SmtpServer): string[] {
  return smtp.received
    .filter(({ taken }) => taken)
    .flatMap(({ to }) => to)
    .filter((address) => address.endsWith('@list.example.com'))
    .sort()
}
