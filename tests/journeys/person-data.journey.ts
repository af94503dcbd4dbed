import { readFile } from 'node:fs/promises'
import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { bought } from './bought.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('the owner finds a guest by e-mail, downloads a copy of the data, and erases the guest', async ({
  page,
  shop,
}) => {
  test.setTimeout(120_000)
  const order = await bought(page, shop)
  const email = order.customer_email ?? ''
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin/customers/${order.order_number}`)
  await page.getByRole('link', { name: 'Copy or erase' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A person’s data' })).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('heading', { level: 2, name: email })).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: 'one order' })).toBeVisible()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download a copy' }).click()
  const file = JSON.parse(await readFile(await (await saving).path(), 'utf8'))
  expect(file).toMatchObject({ account: null, orders: [{ order_number: order.order_number }] })

  await page.getByRole('button', { name: 'Erase this person' }).click()
  const form = page.getByRole('form', { name: 'Erase this person' })
  await expect(form).toContainText(`${order.order_number} isn’t sent yet`)
  await form.getByLabel('To confirm').fill('other@example.com')
  await form.getByRole('button', { name: 'Erase this person' }).click()
  await expect(form).toContainText('That isn’t the address.')
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await form.getByLabel('To confirm').fill(email)
  await form.getByRole('button', { name: 'Erase this person' }).click()
  await expect(page.getByText(`${email} is erased`)).toBeVisible()
  // What the order needs stays until a month after it is sent.
  expect(await shop.rows('select order_id from private.erasures where order_id = $1', [order.id])).toHaveLength(1)
})
