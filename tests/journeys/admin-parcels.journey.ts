import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from './accessible.ts'
import { addOrder, named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { emailTo } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

test.setTimeout(240_000)

const newOrder = () => {
  const word = crypto.randomUUID().slice(0, 8).toUpperCase()
  return { number: `PRC-${word}`, email: `${word.toLowerCase()}@example.com` }
}
const statusOf = async (shop: ShopUnderTest, number: string) =>
  (
    await shop.rows<{ order_status: string }>('select order_status from pre_orders where order_number = $1', [number])
  )[0]?.order_status

/** Lets the dispatch e-mails of an order leave now. */
const hurry = (shop: ShopUnderTest, email: string) =>
  shop.rows(
    `update private.outbox set next_attempt_at = now() where kind = 'order_dispatched' and recipient = $1 and state = 'waiting'`,
    [email],
  )

async function openOrder(page: Page, shop: ShopUnderTest, number: string) {
  await page.goto(`${named(shop)}/admin?tab=orders&order=${number}`)
  const details = page.getByRole('dialog', { name: number })
  await expect(details.getByRole('heading', { name: 'Tracking Information' })).toBeVisible()
  return details
}

for (const width of [390, 1280]) {
  test(`an order leaves in two parcels, each with its own e-mail, and its page shows both, at ${width} px`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const { number, email } = newOrder()
    await addOrder(shop, { email, number, more: `, order_status = 'processing'` })
    await openDashboard(page, shop)
    const details = await openOrder(page, shop, number)

    await details.getByRole('button', { name: 'Add a parcel with a part of it' }).click()
    const parcel = details.getByRole('form', { name: 'A parcel' })
    await parcel.getByRole('button', { name: 'Send this parcel' }).click()
    await expect(parcel.getByRole('alert')).toHaveText('Please choose what is in the parcel.')
    await parcel.getByLabel(/^How many of Mary Dress/).selectOption('1')
    await expect(parcel).toContainText('Still to send: 1 × Mary Dress, size 10–12.')
    await parcel.getByLabel('Tracking number of this parcel').fill('AA123456785GB')
    await expectAccessible(page)
    await expectFits(page)

    // Sent, undone, and sent again.
    await parcel.getByRole('button', { name: 'Send this parcel' }).click()
    await expect(page.getByText('Parcel sent', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(`Order ${number} is as it was before.`)).toBeVisible()
    await details.getByRole('button', { name: 'Add a parcel with a part of it' }).click()
    await parcel.getByLabel(/^How many of Mary Dress/).selectOption('1')
    await parcel.getByLabel('Tracking number of this parcel').fill('AA123456785GB')
    await parcel.getByRole('button', { name: 'Send this parcel' }).click()
    await expect(details.getByRole('heading', { name: 'Parcel 1' })).toBeVisible()
    await expect(details).toContainText('Still to send: 1 × Mary Dress, size 10–12')
    expect(await statusOf(shop, number)).toBe('processing')
    await hurry(shop, email)
    const part = await emailTo(shop, email, /A part of your order/)
    expect(part.text).toContain('AA123456785GB')
    const [link = ''] = /https?:\/\/\S+\/order\/[\w.~-]+/.exec(part.text) ?? []

    // Its slip has what is in it, and the other slip what remains.
    await expect(details.getByRole('link', { name: 'Packing slip of parcel 1' })).toHaveAttribute('href', /parcel=\d+$/)
    await details.getByRole('link', { name: 'Packing slip of parcel 1' }).click()
    const slip = page.getByRole('article', { name: `Packing slip for ${number}, parcel 1`, exact: true })
    await expect(slip.getByRole('row')).toHaveText(['GarmentSizePieces', 'Mary Dress10–121'])
    await expect(slip).toContainText('The rest of your order follows in another parcel.')
    await expectFits(page)
    await page.goBack()

    // Pending takes the parcel back, so it asks; undone, all is as it was.
    await details.getByLabel(`Status of ${number}`).selectOption('pending')
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: `Set ${number} to Pending?` }))
    await expect(question).toContainText('A parcel of it has left. Setting it to Pending takes it back')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Set to Pending' }).click()
    await expect(details.getByRole('heading', { name: 'Parcel 1' })).toBeHidden()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText(`Order ${number} is as it was before.`)).toBeVisible()
    await expect(details.getByRole('heading', { name: 'Parcel 1' })).toBeVisible()
    await expect(details).toContainText('Still to send: 1 × Mary Dress, size 10–12')

    // A wrong number: the letter says that it is corrected.
    await details.getByRole('button', { name: 'Correct the number of parcel 1' }).click()
    await details.getByLabel('Tracking number of this parcel').fill('AA123456799GB')
    await details.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Number saved')).toBeVisible()
    await hurry(shop, email)
    const corrected = await emailTo(shop, email, /Corrected tracking number/)
    expect(corrected.text.replaceAll(/\s+/g, ' ')).toContain('wrong tracking number, AA123456785GB')

    // "Add Tracking" sends all that remains.
    await details.getByLabel('Tracking number', { exact: true }).fill('AA123456808GB')
    await details.getByRole('button', { name: 'Add Tracking' }).click()
    await expect.poll(() => statusOf(shop, number)).toBe('shipped')
    await expect(details.getByRole('heading', { name: 'Parcel 2' })).toBeVisible()
    await hurry(shop, email)
    await emailTo(shop, email, /The rest of your order/)
    await page.goto(`${named(shop)}/admin/orders/packing-slips?orders=${number}`)
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(page.getByText('Parcel 2 of 2', { exact: true })).toBeVisible()

    await page.goto(`${named(shop)}${new URL(link).pathname}`)
    await expect(page.getByText('in 2 parcels, the last on')).toBeVisible()
    const parcels = page.getByRole('list').filter({ hasText: 'Parcel 2' }).first()
    await expect(parcels.getByRole('link')).toHaveText(['Royal Mail AA123456799GB', 'Royal Mail AA123456808GB'])
    await expectFits(page)
  })
}

test('a pasted column of numbers fills the orders to dispatch, and one press sends them with their e-mails', async ({
  page,
  shop,
}) => {
  const orders = [newOrder(), newOrder(), newOrder()]
  for (const order of orders)
    await addOrder(shop, { ...order, more: `, order_status = 'processing', ready_at = now()` })
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin?tab=orders&view=to_dispatch`)
  await page.getByRole('button', { name: 'Paste tracking numbers' }).click()
  const form = page.getByRole('form', { name: 'Tracking numbers' })
  const numbers = ['AA123456785GB', 'AA123456799GB', 'AA123456808GB']
  const lines = orders.map(({ number }, at) => `${number}\t${numbers[at]}`)
  await form.getByLabel(/^Paste a column/).fill(['Order\tNumber', ...lines, 'TKW-000000\tAA1'].join('\n'))
  await expect(form.getByRole('status')).toContainText(/^3 of \d+ orders filled\. .*TKW-000000 AA1/)
  for (const [at, { number }] of orders.entries()) {
    await expect(form.getByLabel(new RegExp(number))).toHaveValue(numbers[at] ?? '')
  }
  // The same by the file that Click & Drop exports; a wrong one says so.
  const file = form.getByLabel('Or the file with the orders that Click & Drop exports')
  const upload = (text: string) =>
    file.setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await upload(`Order reference,Service code\n${orders[0]?.number},TOLP48\n`)
  await expect(form.getByText('This file has no column “Tracking number”.')).toBeVisible()
  await form.getByLabel(new RegExp(orders[0]?.number ?? '')).fill('')
  const rows = orders.map(({ number }, at) => `${1000 + at},${number},${numbers[at]}`)
  await upload(['Order number,Order reference,Tracking number', ...rows, '1009,EBAY-9,AA123456768GB'].join('\r\n'))
  await expect(form.getByRole('status')).toContainText(/^3 of \d+ orders filled\. .*1 row of the file is about orders/)
  await expect(form.getByLabel(new RegExp(orders[0]?.number ?? ''))).toHaveValue(numbers[0] ?? '')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Add 3 numbers' }).click()
  await expect(page.getByText('3 customers get an e-mail with the number in a minute.')).toBeVisible()
  for (const { number, email } of orders) {
    expect(await statusOf(shop, number)).toBe('shipped')
    await hurry(shop, email)
    await emailTo(shop, email, /is on its way/)
  }
})

test('a carrier of her own is chosen for a parcel, and its page is linked', async ({ page, shop }) => {
  const { number, email } = newOrder()
  const name = `Courier ${number.slice(-4)}`
  await addOrder(shop, { email, number, more: `, order_status = 'processing'` })
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin/settings?section=all`)
  const section = page.getByRole('region', { name: 'Carriers' })
  await section.getByRole('button', { name: 'Add a carrier' }).click()
  const address = section.getByLabel('Tracking address', { exact: true }).last()
  await address.fill('courier.example')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByLabel('Name', { exact: true }).last()).toHaveAccessibleDescription(
    'Please enter the carrier’s name.',
  )
  await expect(address).toHaveAccessibleDescription(/begins with https/)
  await section.getByLabel('Name', { exact: true }).last().fill(name)
  await address.fill('https://courier.example/{number}')
  await section.getByLabel('How its numbers look').last().fill('AA9999')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The shop shows it now.')).toBeVisible()

  const details = await openOrder(page, shop, number)
  await details.getByLabel('Carrier').selectOption(name)
  await details.getByLabel('Tracking number', { exact: true }).fill('XY12')
  await expect(details).toContainText(`${name} numbers look like AA9999.`)
  await details.getByLabel('Tracking number', { exact: true }).fill('XY1234')
  await details.getByRole('button', { name: 'Add Tracking' }).click()
  await expect(details.getByRole('link', { name: 'XY1234' })).toHaveAttribute('href', 'https://courier.example/XY1234')

  await page.goto(`${named(shop)}/admin/settings?section=all`)
  await section.getByRole('button', { name: `Remove ${name}` }).click()
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByRole('alert')).toContainText('Hide it instead')
})
