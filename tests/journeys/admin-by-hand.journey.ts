import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { bought } from './bought.ts'
import { acceptedCard, pay, payCard } from './buyer.ts'
import { emailTo } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

test.setTimeout(240_000)

async function openForm(page: Page, shop: ShopUnderTest): Promise<void> {
  await openDashboard(page, shop, 'orders')
  await page.getByRole('link', { name: 'Order by hand' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Order by hand' })).toBeVisible()
}

/** Chooses a garment of the first row and its size, and waits for the price. */
async function chooseGarment(page: Page): Promise<void> {
  const garments = page.getByRole('region', { name: 'Garments' })
  await garments.getByRole('combobox', { name: 'Garment', exact: true }).selectOption({ label: 'Mary Dress' })
  await garments.getByRole('combobox', { name: 'Size', exact: true }).selectOption({ label: '10–12' })
  await expect(page.getByRole('region', { name: 'Price' })).toContainText('Total')
}

async function ordersTo(shop: ShopUnderTest, email: string) {
  return shop.rows<{ order_number: string; payment_provider: string; provider_state: string; order_view: string }>(
    'select order_number, payment_provider, provider_state, order_view from pre_orders where customer_email = $1',
    [email],
  )
}

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('an order at a fair is written down in cash, taken back, and written down again', async ({ page, shop }) => {
    const email = `${crypto.randomUUID()}@example.com`
    await openForm(page, shop)
    await chooseGarment(page)
    await page.getByRole('button', { name: /^Save: paid £/ }).click()
    await expect(page.getByText('Please enter the customer’s name')).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    await page.getByRole('combobox', { name: 'How it gets there' }).selectOption({ label: 'Collected in person' })
    await page.getByLabel('Name', { exact: true }).fill('Ruth Moab')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await page.getByRole('button', { name: /^Save: paid £/ }).click()
    await expect(page.getByRole('heading', { name: /^Order TKW-\w{6} is written down$/ })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ruth Moab')
    expect(await ordersTo(shop, email)).toEqual([])
    await expect(page.getByRole('region', { name: 'Price' })).toContainText('Total')
    await page.getByRole('button', { name: /^Save: paid £/ }).click()
    await expect(page.getByRole('heading', { name: /is written down$/ })).toBeVisible()
    expect(await ordersTo(shop, email)).toMatchObject([
      { payment_provider: 'cash', provider_state: 'paid', order_view: 'to_make' },
    ])
    await page.goto(`${named(shop)}/admin/money`)
    await expect(page.getByText(/£[\d.]+ in cash/).first()).toBeVisible()
  })
})

test('a payment link is paid by the customer, and cash takes the place of another', async ({ page, shop, browser }) => {
  const email = `${crypto.randomUUID()}@example.com`
  await openForm(page, shop)
  await chooseGarment(page)
  await page.getByText('By a payment link, sent by e-mail').click()
  await page.getByLabel('Name', { exact: true }).fill('Ruth Moab')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('button', { name: /^Save and send the link: £/ }).click()
  await expect(page.getByRole('heading', { name: /is written down$/ })).toBeVisible()
  const url = await page.getByText(/\/pay\/[\w-]{48}$/).innerText()
  await shop.rows(
    `update private.outbox set next_attempt_at = now() where kind = 'order_payment_link' and recipient = $1`,
    [email],
  )
  expect((await emailTo(shop, email, /payment link/)).text).toContain(new URL(url).pathname)

  const customer = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await customer.goto(`${named(shop)}${new URL(url).pathname}`)
  await expect(customer.getByRole('heading', { level: 1, name: 'Pay for your order' })).toBeVisible()
  await expectFits(customer, [390, 1280])
  await expectAccessible(customer)
  await customer.getByRole('button', { name: /^Pay £/ }).click()
  await expect(customer.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await pay(customer, { email })
  await expect(customer).toHaveURL(/checkout\/success/)
  await expect.poll(async () => (await ordersTo(shop, email))[0]?.provider_state).toBe('paid')
  await customer.goto(`${named(shop)}${new URL(url).pathname}`)
  await expect(customer.getByRole('heading', { level: 1, name: 'Paid, thank you' })).toBeVisible()
  await customer.close()

  const other = `${crypto.randomUUID()}@example.com`
  await page.getByRole('button', { name: 'Next order' }).click()
  await chooseGarment(page)
  await page.getByText('By a payment link, sent by e-mail').click()
  await page.getByLabel('Name', { exact: true }).fill('Naomi')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(other)
  await page.getByRole('button', { name: /^Save and send the link: £/ }).click()
  await page.getByRole('link', { name: 'View the order' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('summary').filter({ hasText: 'Money' }).click()
  const link = dialog.getByRole('region', { name: 'Payment link' })
  await link.getByRole('button', { name: 'End the link' }).click()
  await expect(link.getByText(/The payment link ended on/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(link.getByText(/The payment link is open until/)).toBeVisible()
  await expectAccessible(page)
  await link.getByRole('button', { name: 'It was paid in cash' }).click()
  await expect(link).toBeHidden()
  expect(await ordersTo(shop, other)).toMatchObject([{ payment_provider: 'cash', provider_state: 'paid' }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(link.getByText(/The payment link is open until/)).toBeVisible()
  expect(await ordersTo(shop, other)).toMatchObject([{ provider_state: 'creating', order_view: 'unpaid' }])
  await page.goto(`${named(shop)}/admin?tab=orders&view=unpaid`)
  const row = page.getByRole('row', { name: new RegExp(other) })
  await expect(row.getByText(/^Link open until /)).toBeVisible()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
})

test('a customer adds a skirt to her order before it is cut, and the later day holds for both', async ({
  page,
  shop,
}) => {
  const order = await bought(page, shop)
  const email = order.customer_email ?? ''
  const { text } = await emailTo(shop, email, /\/order\/[\w-]{48}/)
  const path = /\/order\/[\w-]{48}/.exec(text)?.[0] ?? ''
  await page.goto(`${named(shop)}${path}`)
  const [usual] = await shop.rows<{ days: number }>(
    `select production_days as days from products where name = 'Ruth Skirt'`,
  )
  await shop.rows(`update products set production_days = 25 where name = 'Ruth Skirt'`)
  const section = page.getByRole('region', { name: 'Add to your order' })
  await section.getByRole('button', { name: 'Add a garment' }).click()
  await section.getByRole('combobox', { name: 'Garment', exact: true }).selectOption({ label: 'Ruth Skirt' })
  await section.getByRole('combobox', { name: 'Size', exact: true }).selectOption({ label: '10–12' })
  await expect(section.getByText(/your order then leaves by .+ instead of /)).toBeVisible()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await section.getByRole('button', { name: /^Add and pay £/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pay for your order' })).toBeVisible()
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await expect(page.getByText('Delivery address')).toBeHidden()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Full name').fill('Miriam Okafor')
  await payCard(page, acceptedCard)
  await expect(page).toHaveURL(/checkout\/success/)
  const paid = () =>
    shop.rows<{ order_number: string; day: string }>(
      `select order_number, dispatch_by::text as day from pre_orders where customer_email = $1 and paid_at is not null order by created_at`,
      [email],
    )
  await expect.poll(async () => (await paid()).length).toBe(2)
  await shop.rows(`update products set production_days = $1 where name = 'Ruth Skirt'`, [usual?.days])
  const [first, added] = await paid()
  expect(first?.day).toBe(added?.day)
  await page.goto(`${named(shop)}${path}`)
  await expect(section.getByRole('link', { name: added?.order_number ?? '' })).toBeVisible()
  await openDashboard(page, shop, 'orders')
  await page.goto(`${named(shop)}/admin?tab=orders&order=${added?.order_number}`)
  await expect(
    page.getByRole('dialog').getByText(`In the parcel of ${first?.order_number}`, { exact: true }),
  ).toBeVisible()
  await page.goto(`${named(shop)}/admin/orders/packing-slips?orders=${first?.order_number}`)
  const slip = page.getByRole('article', { name: `Packing slip for ${first?.order_number}` })
  await expect(slip.getByText(`with order ${added?.order_number}`)).toBeVisible()
  // The head, and a line of each order.
  await expect(slip.getByRole('row')).toHaveCount(3)
  await page.goto(`${named(shop)}/admin?tab=orders&order=${first?.order_number}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`With ${added?.order_number} in this parcel`, { exact: true })).toBeVisible()
  await expectFits(page, [390, 1280])
})

test('the owner adds a skirt to an order that is not begun, in cash, and takes it back', async ({ page, shop }) => {
  const order = await bought(page, shop)
  const email = order.customer_email ?? ''
  await openDashboard(page, shop, 'orders')
  await page.goto(`${named(shop)}/admin?tab=orders&order=${order.order_number}`)
  const link = page.getByRole('dialog').getByRole('link', { name: 'Add a garment to this order' })
  await expect(link).toBeVisible()
  await expectFits(page, [390, 1280])
  await link.click()
  await expect(page.getByText(`Added to order ${order.order_number}, for its customer and in its parcel`)).toBeVisible()
  await page.getByRole('combobox', { name: 'Garment', exact: true }).selectOption({ label: 'Ruth Skirt' })
  await page.getByRole('combobox', { name: 'Size', exact: true }).selectOption({ label: '10–12' })
  await page.getByText('Paid in cash', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Price' })).toContainText('Total')
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Save: paid £/ }).click()
  await expect(page.getByRole('heading', { name: /is written down$/ })).toBeFocused()
  expect(await ordersTo(shop, email)).toHaveLength(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('combobox', { name: 'Size', exact: true })).toHaveValue('10-12')
  expect(await ordersTo(shop, email)).toMatchObject([{ order_number: order.order_number }])
  await page.goto(`${named(shop)}/admin?tab=orders&order=${order.order_number}`)
  await page.getByRole('dialog').getByRole('link', { name: 'Add a garment to this order' }).click()
  await expect(page.getByText('You had begun')).toBeHidden()
})
