import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { bought } from './bought.ts'
import { ordersOf } from './buyer.ts'
import { codeIn, emailTo } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

/** Links in e-mails use SITE_URL; the test opens the page at this shop's URL. */
async function linkOf(shop: ShopUnderTest, email: string): Promise<string> {
  const { text } = await emailTo(shop, email, /\/order\/[\w-]{48}/)
  return shop.url + (/\/order\/[\w-]{48}/.exec(text)?.[0] ?? '')
}

test('on a phone a customer changes size, height, gift note and address until the order is begun', async ({
  page,
  shop,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  const order = await bought(page, shop)
  const email = order.customer_email ?? ''
  await page.goto(await linkOf(shop, email))
  const section = page.getByRole('main').getByRole('region', { name: 'Change your order' })

  await section.getByRole('button', { name: 'Change size or height: Ruth Skirt' }).click()
  await expect(section.getByRole('heading', { name: 'Ruth Skirt' })).toBeFocused()
  await section.getByLabel('Size').selectOption('12-14')
  await section.getByLabel('Height (hemmed free)').fill('9 ft')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('Please enter a height from 140 to 200 cm')).toBeVisible()
  await expectFits(page)
  await expectAccessible(page)
  await section.getByLabel('Height (hemmed free)').fill('5 ft 6')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByRole('status').first()).toContainText('Your change is saved.')
  await expect(section).toContainText('Size 12–14, height 168 cm')
  await emailTo(shop, email, /Size of Ruth Skirt/)

  await section.getByRole('button', { name: 'Add a note' }).click()
  await section.getByLabel('Your note').fill('For your birthday')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section).toContainText('For your birthday')

  await section.getByRole('button', { name: 'Change the address' }).click()
  await section.getByLabel('Street and house number').fill('12 Mill Street')
  await section.getByLabel('Town or city').fill('York')
  await section.getByLabel('Postcode').fill('YO1')
  await section.getByRole('button', { name: 'Send me a code' }).click()
  await expect(section.getByText('Enter a full postcode')).toBeVisible()
  await section.getByLabel('Postcode').fill('yo1 7hh')
  await section.getByRole('button', { name: 'Send me a code' }).click()
  await expect(section.getByRole('heading', { name: 'Enter the code' })).toBeFocused()
  await expectFits(page)
  await expectAccessible(page)
  expect(await ordersOf(shop, email)).toMatchObject([{ shipping_city: 'Leeds' }])
  // The mail program may make the phone load the page again.
  await page.reload()
  await section.getByRole('button', { name: /^Enter the code for the new address/ }).click()
  const code = codeIn(await emailTo(shop, email, /Enter this code/))
  await section.getByLabel('Code').fill(code === '000000' ? '111111' : '000000')
  await section.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(section.getByText('You have 4 tries left.')).toBeVisible()
  await section.getByLabel('Code').fill(code)
  await section.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(section.getByRole('status').first()).toContainText('Your delivery address has been changed.')
  await expect(section).toContainText('12 Mill Street')
  await emailTo(shop, email, /Address[\s\S]*12 Mill Street, York, YO1 7HH/)
  expect(await ordersOf(shop, email)).toMatchObject([{ shipping_city: 'York', gift_note: 'For your birthday' }])

  await section.getByRole('button', { name: 'Change the note' }).click()
  await section.getByLabel('Your note').fill('Too late')
  await shop.rows(`update pre_orders set order_status = 'processing' where id = $1`, [order.id])
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section).toContainText('We’ve started cutting')
  await expect(section.getByRole('link', { name: 'write to us' })).toBeVisible()
  await expectFits(page)
  await expectAccessible(page)
  expect(await ordersOf(shop, email)).toMatchObject([{ gift_note: 'For your birthday' }])
})

test('the owner edits an order, meets another’s change, undoes, and cancels one of two garments', async ({
  page,
  shop,
}) => {
  test.slow()
  const order = await bought(page, shop, undefined, 2)
  const email = order.customer_email ?? ''
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin?tab=orders&order=${order.order_number}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Edit size, address and other details' }).click()
  await dialog.getByLabel('Size of Ruth Skirt').selectOption('12-14')
  await dialog.getByLabel('Name', { exact: true }).fill('Miriam Stone')
  await dialog.getByLabel('Postcode').fill('nowhere')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText('Enter a full postcode')).toBeVisible()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await dialog.getByLabel('Postcode').fill('LS1 4AP')
  await shop.rows(`update pre_orders set notes = 'Ring twice' where id = $1`, [order.id])
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText('Someone else saved this first.')).toBeVisible()
  await expect(dialog.locator('[data-conflict]')).toContainText('Ring twice')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(dialog.getByText('Name changed, Size changed')).toBeVisible()
  expect(await ordersOf(shop, email)).toMatchObject([{ customer_name: 'Miriam Stone', notes: 'Ring twice' }])
  await dialog.getByRole('button', { name: 'Undo: Name changed, Size changed' }).click()
  await expect(dialog.getByText('Undone: name changed, size changed')).toBeVisible()
  expect(await ordersOf(shop, email)).toMatchObject([{ customer_name: 'Miriam Okafor', product_size: '10-12' }])

  await dialog.getByRole('heading', { name: 'Money' }).click()
  await dialog.getByRole('button', { name: 'Cancel or refund a garment' }).click()
  await dialog.getByRole('button', { name: 'Cancel the garment' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Please choose a garment.' })).toBeVisible()
  await dialog.getByRole('checkbox', { name: /^Ruth Skirt/ }).check()
  await dialog.getByRole('button', { name: 'Cancel the garment' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'That is everything.' })).toBeVisible()
  await dialog.getByLabel(/^Pieces of Ruth Skirt/).selectOption('1')
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel the garment' }).click()
  await dialog.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(dialog.getByText('1 of 2 cancelled')).toBeVisible()
  await expect(dialog.getByText('Garment cancelled', { exact: true })).toBeVisible()
  await emailTo(shop, email, /One piece cancelled/)
  await emailTo(shop, email, /refunded for your order/)
  expect(await ordersOf(shop, email)).toMatchObject([{ provider_state: 'partly_refunded', order_status: 'pending' }])
})
