import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { clickAndDropServer } from '#tests/fixtures/click-and-drop-server.ts'
import { expectAccessible, expectFits } from './accessible.ts'
import { addOrder } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { withAnotherShop } from './another-shop.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

// A morning with thirty parcels, from the list of orders to the customers' e-mails. Each ends with a line of her presses,
// the seconds of the browser for them, and those until the last e-mail. The minute in which she may undo, and the wait for
// the job of every 15 minutes, are left out.

test.setTimeout(300_000)

type Place = Pick<ShopUnderTest, 'url' | 'rows'>
type Parcel = { number: string; email: string; tracking: string }

/** Thirty orders of one customer each, packed and paid, for which labels will have these numbers. */
const parcels: readonly Parcel[] = Array.from({ length: 30 }, (_, at) => ({
  number: `TKW-M${String(at + 10)}`,
  email: `morning-${at + 10}@example.com`,
  tracking: trackingNumber(12_345_600 + at),
}))

/** A Royal Mail number with its check digit (UPU S10). */
function trackingNumber(serial: number): string {
  const weights = [8, 6, 4, 2, 3, 5, 9, 7]
  const sum = [...String(serial)].reduce((total, digit, at) => total + Number(digit) * (weights[at] ?? 0), 0)
  const check = 11 - (sum % 11)
  return `AA${serial}${check === 10 ? 0 : check === 11 ? 5 : check}GB`
}

async function packThirty(shop: Place): Promise<void> {
  const more = `, order_status = 'processing', ready_at = now(), shipping_address = '7 Chapel Lane', shipping_city = 'Leeds',
    shipping_postcode = 'LS1 4AP', shipping_country = 'GB', delivery_service = 'tracked-48'`
  for (const { number, email } of parcels) await addOrder(shop, { number, email, more })
}

/** Counts the presses of a morning and its seconds, from its beginning on. */
function stopwatch() {
  const start = performance.now()
  const seconds = () => Math.round((performance.now() - start) / 100) / 10
  let presses = 0
  let lastPress = 0
  return {
    async press(button: Locator) {
      await button.click()
      presses += 1
    },
    /** She has nothing more to do. */
    done() {
      lastPress = seconds()
    },
    note(way: string) {
      const text = `${presses} presses within ${lastPress} s, thirty e-mails after ${seconds()} s`
      test.info().annotations.push({ type: 'morning', description: `${way}: ${text}` })
      process.stdout.write(`A morning with thirty parcels ${way}: ${text}\n`)
    },
  }
}

/** Opens what is to be dispatched, where the watch starts, and presses the view with its thirty. */
async function openThirty(page: Page, shop: Place) {
  await page.goto(`${shop.url}/admin?tab=orders`)
  const view = page.getByRole('navigation', { name: 'Order lists' }).getByRole('button', { name: /^To dispatch ?30$/ })
  await expect(view).toBeVisible()
  const watch = stopwatch()
  await watch.press(view)
  await expect(page.getByRole('checkbox', { name: 'Select all shown' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Paste tracking numbers' })).toBeVisible()
  return watch
}

/** Each order is shipped with its number, and each customer gets one e-mail, which has it. */
async function expectThirtyEmails(shop: Place): Promise<void> {
  const shipped = () =>
    shop.rows<Omit<Parcel, 'email'>>(
      `select order_number as number, tracking_number as tracking from pre_orders where order_status = 'shipped'
        order by order_number`,
    )
  await expect.poll(shipped, { timeout: 60_000 }).toEqual(parcels.map(({ number, tracking }) => ({ number, tracking })))
  await shop.rows(
    `update private.outbox set next_attempt_at = now() where kind = 'order_dispatched' and state = 'waiting'`,
  )
  const sent = () =>
    shop.rows<{ state: string; count: number }>(
      `select state, count(*)::int as count from private.outbox where kind = 'order_dispatched' group by state`,
    )
  await expect.poll(sent, { timeout: 120_000 }).toEqual([{ state: 'sent', count: 30 }])
  const emails = await shop.rows<{ recipient: string; text: string }>(
    `select recipient, text from private.mailbox where recipient like 'morning-%' order by recipient`,
  )
  expect(emails.map(({ recipient }) => recipient)).toEqual(parcels.map(({ email }) => email))
  for (const [at, { tracking }] of parcels.entries()) expect(emails[at]?.text).toContain(tracking)
}

/** Settings > Postage, once and not of this morning: what parcels weigh, and with `key` the account. */
async function setUpPostage(page: Page, shop: Place, key?: string): Promise<void> {
  await page.goto(`${shop.url}/admin/settings?section=posting`)
  const section = page.getByRole('region', { name: 'Postage' })
  await section.getByLabel('Your packaging, in grams').fill('80')
  await section.getByLabel('A garment without a weight, in grams').fill('600')
  await section.getByRole('button', { name: 'Fill in the codes of pay-as-you-go accounts' }).click()
  await section.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The shop shows it now.')).toBeVisible()
  if (!key) return
  await section.getByLabel('Key of Click & Drop').fill(key)
  await section.getByRole('button', { name: 'Save the key' }).click()
  await expect(page.getByText('Click & Drop accepts the key.')).toBeVisible()
}

test('by Click & Drop, thirty orders are sent on a phone with three presses and nothing typed', async ({ page }) => {
  await using post = await clickAndDropServer()
  await withAnotherShop({ CLICK_AND_DROP_API_BASE: post.url }, async (url, rows) => {
    const shop = { url, rows }
    await packThirty(shop)
    await openDashboard(page, shop)
    await setUpPostage(page, shop, post.apiKey)
    await page.setViewportSize({ width: 390, height: 844 })

    const watch = await openThirty(page, shop)
    await watch.press(page.getByRole('checkbox', { name: 'Select all shown' }))
    await watch.press(page.getByRole('button', { name: 'Send to Click & Drop' }))
    await expect(page.getByText('30 orders go to Click & Drop.')).toBeVisible()
    watch.done()
    await expect.poll(() => post.orders.length, { timeout: 60_000 }).toBe(30)
    // She prints the labels in Click & Drop; the job of every 15 minutes is due.
    for (const { number, tracking } of parcels) post.print(number, tracking)
    await rows(`insert into pgboss.job (name) values ('postage.fetch-tracking')`)
    await expectThirtyEmails(shop)
    watch.note('by the API of Click & Drop')
    expect(post.violations).toEqual([])
    expect(post.orders.map(({ orderReference }) => orderReference).sort()).toEqual(parcels.map(({ number }) => number))
  })
})

test('a part of an order goes to Click & Drop from its details, and its number sends that parcel', async ({ page }) => {
  await using post = await clickAndDropServer()
  await withAnotherShop({ CLICK_AND_DROP_API_BASE: post.url }, async (url, rows) => {
    const shop = { url, rows }
    await packThirty(shop)
    await openDashboard(page, shop)
    await setUpPostage(page, shop, post.apiKey)
    for (const [at, width] of [390, 1280].entries()) {
      const { number, email, tracking } = parcels[at] as Parcel
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`${url}/admin?tab=orders&order=${number}`)
      const details = page.getByRole('dialog', { name: number })
      await details.getByRole('button', { name: 'Add a parcel with a part of it' }).click()
      const form = details.getByRole('form', { name: 'A parcel' })
      await form.getByLabel(/^How many of Mary Dress/).selectOption('1')
      await expectAccessible(page)
      await expectFits(page)
      await form.getByRole('button', { name: 'Send to Click & Drop' }).click()
      await expect(form).toBeHidden()
      await expect(details.getByText('At Click & Drop', { exact: true })).toBeVisible({ timeout: 30_000 })
      await expect(details).toContainText(
        'In it: 1 × Mary Dress, size 10–12. The rest can go there once its number is here.',
      )
      await expectAccessible(page)
      await expectFits(page)

      // Taken back, and sent again.
      await details.getByRole('button', { name: `Take back ${number}` }).click()
      await expect.poll(() => post.orders.length, { timeout: 30_000 }).toBe(at)
      await details.getByRole('button', { name: 'Add a parcel with a part of it' }).click()
      await form.getByLabel(/^How many of Mary Dress/).selectOption('1')
      await form.getByRole('button', { name: 'Send to Click & Drop' }).click()
      await expect.poll(() => post.orders.length, { timeout: 30_000 }).toBe(at + 1)
      await expect(details.getByText('At Click & Drop', { exact: true })).toBeVisible({ timeout: 30_000 })

      post.print(number, tracking)
      await rows(`insert into pgboss.job (name) values ('postage.fetch-tracking')`)
      const sent = () =>
        rows(
          `select parcel.tracking_number, order_status from private.parcels as parcel
            join pre_orders as o on o.id = parcel.order_id where order_number = $1`,
          [number],
        )
      await expect.poll(sent, { timeout: 60_000 }).toEqual([{ tracking_number: tracking, order_status: 'processing' }])
      await page.reload()
      await expect(details.getByRole('heading', { name: 'Parcel 1' })).toBeVisible()
      await expect(details).toContainText('Still to send: 1 × Mary Dress, size 10–12')
      await rows(
        `update private.outbox set next_attempt_at = now() where kind = 'order_dispatched' and state = 'waiting'`,
      )
      const written = () => rows(`select subject from private.mailbox where recipient = $1`, [email])
      await expect
        .poll(written, { timeout: 60_000 })
        .toEqual([{ subject: expect.stringContaining('A part of your order') }])
    }
    expect(post.violations).toEqual([])
  })
})

test('by a file for Click & Drop, thirty orders are exported once, and their pasted numbers send them', async ({
  page,
}) => {
  await withAnotherShop({}, async (url, rows) => {
    const shop = { url, rows }
    await packThirty(shop)
    await openDashboard(page, shop)
    await setUpPostage(page, shop)

    const watch = await openThirty(page, shop)
    await watch.press(page.getByRole('checkbox', { name: 'Select all shown' }))
    const saving = page.waitForEvent('download')
    await watch.press(page.getByRole('button', { name: 'Click & Drop file' }))
    const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n')
    expect(
      lines
        .slice(1)
        .map((line) => line.split(',')[0])
        .sort(),
    ).toEqual(parcels.map(({ number }) => number))
    await expect(page.getByText('A file with 30 orders has been saved on this device')).toBeVisible()
    // Click & Drop's table, in an order of its own: the order's number beside the tracking number.
    const table = parcels.toReversed().map(({ number, tracking }) => `${number}\t${tracking}`)
    await pasteNumbers(page, watch.press, ['Order reference\tTracking number', ...table])
    watch.done()
    await expectThirtyEmails(shop)
    watch.note('by a file')
  })
})

test('by a pasted column of numbers, thirty orders are sent in the order of their list', async ({ page }) => {
  await withAnotherShop({}, async (url, rows) => {
    const shop = { url, rows }
    await packThirty(shop)
    await openDashboard(page, shop)

    const watch = await openThirty(page, shop)
    const list = page.getByRole('table', { name: 'Orders' }).getByRole('row')
    await expect(list).toHaveCount(31)
    const shown = (await list.allInnerTexts()).flatMap((text) => /TKW-M\d+/.exec(text)?.[0] ?? [])
    expect(shown.toSorted()).toEqual(parcels.map(({ number }) => number))
    const column = shown.map((number) => parcels.find((parcel) => parcel.number === number)?.tracking ?? '')
    await pasteNumbers(page, watch.press, column)
    watch.done()
    await expectThirtyEmails(shop)
    watch.note('by a pasted column')
  })
})

async function pasteNumbers(page: Page, press: (button: Locator) => Promise<void>, lines: readonly string[]) {
  await press(page.getByRole('button', { name: 'Paste tracking numbers' }))
  const form = page.getByRole('form', { name: 'Tracking numbers' })
  const field = form.getByLabel(/^Paste a column/)
  await press(field)
  await field.fill(lines.join('\n'))
  await expect(form.getByRole('status')).toHaveText(/^30 of 30 orders filled\.[^:]*$/)
  await press(form.getByRole('button', { name: 'Add 30 numbers' }))
  await expect(page.getByText('30 customers get an e-mail with the number in a minute.')).toBeVisible()
}
