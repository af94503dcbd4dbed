import sharp from 'sharp'
import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { bought } from './bought.ts'
import { ordersOf } from './buyer.ts'
import { emailTo } from './mailbox.ts'
import { expect, test } from './shop.ts'

test('the owner sees a fault with its photograph, moves the return on and refunds it', async ({ page, shop }) => {
  const order = await bought(page, shop)
  const email = order.customer_email ?? ''
  await shop.rows(`update pre_orders set order_status = 'delivered' where id = $1`, [order.id])
  const { text } = await emailTo(shop, email, /\/order\/[\w-]{48}/)
  await page.goto(`${named(shop)}${/\/order\/[\w-]{48}/.exec(text)?.[0] ?? ''}`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Something is wrong' }).click()
  await main.getByLabel('What’s wrong, and where').fill('The left seam is open.')
  const picture = sharp({ create: { width: 300, height: 400, channels: 3, background: '#8a7f70' } })
  await main
    .getByLabel('Add photographs')
    .setInputFiles({ name: 'seam.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() })
  await expect(main.getByRole('img', { name: 'seam.jpg' })).toBeVisible()
  await main.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(main.getByRole('status').filter({ hasText: 'A receipt' })).toBeVisible()

  await openDashboard(page, shop)
  const menu = page.getByRole('navigation', { name: 'Back office' })
  await menu.getByRole('link', { name: /^Returns/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Returns' })).toBeVisible()
  await expect(menu.getByRole('link', { name: /^Returns.*\d+ returns? needs? your attention/ })).toBeVisible()
  const entry = page.getByRole('listitem').filter({ hasText: order.order_number })
  await expect(entry).toContainText('The left seam is open.')
  const photograph = entry.getByRole('img', { name: 'The customer’s photograph 1 of 1' })
  await photograph.scrollIntoViewIfNeeded()
  await expect.poll(() => photograph.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await entry.getByRole('button', { name: 'Mark as arrived' }).click()
  await expect(entry.getByText('Received', { exact: true })).toBeVisible()
  await emailTo(shop, email, /Your parcel is back with us/)

  await entry.getByRole('button', { name: 'Refuse it' }).click()
  await entry.getByRole('button', { name: 'Refuse and e-mail the customer' }).click()
  await expect(entry.getByRole('alert').filter({ hasText: 'Please enter a reason' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await entry.getByRole('link', { name: order.order_number }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Return', exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Refund it' }).click()
  await expect(dialog.getByLabel('Amount in pounds')).toHaveValue(/^\d+\.\d\d$/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Refund £/ }).click()
  await expect(dialog.getByText('Refunded', { exact: true })).toBeVisible()
  await emailTo(shop, email, /refunded for your order/)
  expect(await ordersOf(shop, email)).toMatchObject([{ provider_state: 'refunded' }])
  await expect(dialog.getByText('Fault: refunded')).toBeVisible()
})
