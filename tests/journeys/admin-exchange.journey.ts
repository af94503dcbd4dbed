import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { bought } from './bought.ts'
import { type Order, pay } from './buyer.ts'
import { emailTo } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

test.setTimeout(240_000)

/** A delivered order whose skirt is on its way back, and the path of its page. */
async function sentBack(shop: ShopUnderTest, order: Order): Promise<string> {
  await shop.rows(`update pre_orders set order_status = 'delivered' where id = $1`, [order.id])
  await shop.rows(
    `with declared as (insert into private.returns (id, order_id, kind) values (gen_random_uuid(), $1, 'withdrawal') returning id)
     insert into private.return_lines (return_id, line_id, quantity)
       select declared.id, line.id, 1 from declared, order_lines as line where line.order_id = $1`,
    [order.id],
  )
  const { text } = await emailTo(shop, order.customer_email ?? '', /\/order\/[\w-]{48}/)
  return /\/order\/[\w-]{48}/.exec(text)?.[0] ?? ''
}

/** E-mails that wait a minute for an undo leave now. */
function hurry(shop: ShopUnderTest, email: string) {
  return shop.rows(
    `update private.outbox set next_attempt_at = now() where recipient = $1 and state = 'waiting' and next_attempt_at > now()`,
    [email],
  )
}

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a skirt that came back is exchanged size for size, undone, and exchanged again', async ({ page, shop }) => {
    const order = await bought(page, shop)
    const email = order.customer_email ?? ''
    const path = await sentBack(shop, order)
    await openDashboard(page, shop)
    await page.goto(`${named(shop)}/admin/returns`)
    const entry = page.getByRole('listitem').filter({ hasText: order.order_number })
    await entry.getByRole('link', { name: 'Exchange it' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Exchange' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Garment', exact: true })).toHaveValue(/.+/)
    await page.getByRole('button', { name: 'Exchange', exact: true }).click()
    await expect(page.getByText('Please choose a size')).toBeVisible()
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    await page.getByRole('combobox', { name: 'Size', exact: true }).selectOption({ label: '12–14' })
    const price = page.getByRole('region', { name: 'Price' })
    await expect(price).toContainText('Comes back')
    await expect(price).toContainText('£0.00')
    await expect(page.getByText('By a payment link, sent by e-mail')).toBeHidden()
    await page.getByRole('button', { name: 'Exchange', exact: true }).click()
    await expect(page.getByRole('heading', { name: /^Order TKW-\w{6} is written down$/ })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('combobox', { name: 'Size', exact: true })).toHaveValue('12-14')
    await expect(price).toContainText('£0.00')
    await page.getByRole('button', { name: 'Exchange', exact: true }).click()
    await expect(page.getByRole('heading', { name: /is written down$/ })).toBeVisible()
    const [made] = await shop.rows<{ order_number: string; payment_provider: string; order_view: string }>(
      `select order_number, payment_provider, order_view from pre_orders where customer_email = $1 and id <> $2`,
      [email, order.id],
    )
    expect(made).toMatchObject({ payment_provider: 'exchange', order_view: 'to_make' })
    await page.getByRole('link', { name: 'Back to returns' }).click()
    await expect(entry).toContainText(`Exchanged for order ${made?.order_number}`)

    await hurry(shop, email)
    await emailTo(shop, email, /in exchange for what you returned from order/)
    await page.goto(`${named(shop)}${path}`)
    const returns = page.getByRole('region', { name: 'Returns' })
    await expect(returns).toContainText('We’ve exchanged it.')
    await returns.getByRole('link', { name: made?.order_number ?? '' }).click()
    await expect(page.getByText('In exchange for your return from order')).toBeVisible()
    await expect(page.getByRole('link', { name: order.order_number })).toBeVisible()
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
  })
})

test('a dearer garment is paid by link, and each order leads to the other', async ({ page, shop, browser }) => {
  const order = await bought(page, shop)
  const email = order.customer_email ?? ''
  await sentBack(shop, order)
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin?tab=orders&order=${order.order_number}`)
  await page.getByRole('dialog').getByRole('link', { name: 'Exchange it' }).click()
  await page.getByRole('combobox', { name: 'Garment', exact: true }).selectOption({ label: 'Mary Dress' })
  await page.getByRole('combobox', { name: 'Size', exact: true }).selectOption({ label: '10–12' })
  await expect(page.getByText('By a payment link, sent by e-mail')).toBeVisible()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Exchange and send the link: £/ }).click()
  await expect(page.getByRole('heading', { name: /is written down$/ })).toBeVisible()
  const url = await page.getByText(/\/pay\/[\w-]{48}$/).innerText()
  await hurry(shop, email)
  expect((await emailTo(shop, email, /Here is your payment link/)).text).toContain(order.order_number)
  const customer = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await customer.goto(`${named(shop)}${new URL(url).pathname}`)
  await expect(customer.getByText('What you returned')).toBeVisible()
  await expectFits(customer, [390, 1280])
  await customer.getByRole('button', { name: /^Pay £/ }).click()
  await expect(customer.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await pay(customer, { email })
  await expect(customer).toHaveURL(/checkout\/success/)
  await customer.close()
  await page.getByRole('link', { name: 'View the order' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`Return from ${order.order_number}`).first()).toBeVisible()
  await dialog.getByRole('link', { name: order.order_number, exact: true }).click()
  await expect(dialog.getByText('Exchanged for', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Exchanged', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
})
