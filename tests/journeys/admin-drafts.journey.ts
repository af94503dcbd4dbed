import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectFits } from './accessible.ts'
import { logIn, logOut, named } from './account-holder.ts'
import { addAdministrator, endSessions, openDashboard } from './admin-people.ts'
import { bought } from './bought.ts'
import { expect, test } from './shop.ts'

test.setTimeout(300_000)

const offerIn = (place: Page | Locator) => place.getByRole('status').filter({ hasText: 'You have an unsaved draft' })
const word = () => crypto.randomUUID().slice(0, 6)

/** Waits until the form has stored its draft, and reloads the page. */
async function reload(page: Page): Promise<void> {
  await page.waitForTimeout(600)
  await page.reload()
}

test('an unsaved product survives a reload, and saving removes its draft', async ({ page, shop }) => {
  await openDashboard(page, shop)
  page.on('dialog', (dialog) => void dialog.accept())
  const name = `Hadassah Dress ${word()}`
  await page.getByRole('button', { name: 'Add New Product' }).click()
  await page.getByLabel('Product Name').fill(name)
  await page.getByLabel('Description').fill('Cut from one length of linen.')
  await page.route('**/storage/v1/object/product-images/*', (route) => route.abort())
  await page.getByLabel('Product Image').setInputFiles('db/catalogue/pictures/ruth-skirt.jpg')
  await expect(page.getByText('The connection was lost.')).toBeVisible()
  await reload(page)
  await expect(page.getByLabel('Product Name')).toHaveValue(name)
  await expect(page.getByLabel('Description')).toHaveValue('Cut from one length of linen.')
  await expect(page.getByText('One photograph had not been uploaded. Please choose it again.')).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, [390, 1280])
  await page.getByLabel('Price').fill('95')

  // Another screen of the back office and a page of the shop keep it too.
  await page.getByRole('link', { name: 'Money' }).click()
  await expect(page).toHaveURL(`${named(shop)}/admin/money`)
  await page.goto(`${named(shop)}/shop`)
  await page.goto(`${named(shop)}/admin`)
  await expect(page.getByLabel('Product Name')).toHaveValue(name)
  await expect(page.getByLabel('Price')).toHaveValue('95')
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByText('Product added successfully')).toBeVisible()
  expect(await shop.rows('select price from products where name = $1', [name])).toEqual([{ price: '95.00' }])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Products Management' })).toBeVisible()
  await expect(page.getByLabel('Product Name')).toBeHidden()
})

test('drafts of settings, discount codes, refunds, cancellations and delays are offered after a reload', async ({
  page,
  shop,
}) => {
  const order = await bought(page, shop)
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin/settings?section=all`)
  const banner = page.getByRole('region', { name: 'Banner' })
  const making = page.getByRole('region', { name: 'Production time' })
  await banner.getByLabel('Text').fill('Closed for Easter')
  await making.getByLabel('Working days').fill('12')
  await reload(page)
  await offerIn(banner).getByRole('button', { name: 'Continue with it' }).click()
  await expect(banner.getByLabel('Text')).toHaveValue('Closed for Easter')
  await expect(banner.getByLabel('Text')).toBeFocused()
  await offerIn(making).getByRole('button', { name: 'Discard it' }).click()
  await expect(making.getByLabel('Working days')).not.toHaveValue('12')
  await banner.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The shop shows it now.')).toBeVisible()
  await reload(page)
  await expect(banner.getByLabel('Text')).toHaveValue('Closed for Easter')
  await expect(offerIn(page)).toBeHidden()
  await shop.rows("delete from private.settings where name = 'banner'")

  await page.goto(`${named(shop)}/admin/discounts`)
  await page.getByRole('button', { name: 'New code' }).click()
  await page.getByLabel('Percent off').fill('15')
  await reload(page)
  await page.getByRole('button', { name: 'New code' }).click()
  await page.getByRole('button', { name: 'Continue with it' }).click()
  await expect(page.getByLabel('Percent off')).toHaveValue('15')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await reload(page)
  await page.getByRole('button', { name: 'New code' }).click()
  await expect(offerIn(page)).toBeHidden()

  await page.goto(`${named(shop)}/admin/orders/${order.order_number}/money`)
  const back = page.getByRole('region', { name: 'Refunds' })
  const cancel = page.getByRole('region', { name: 'Cancel the order' })
  await back.getByRole('radio', { name: 'Part of it' }).check()
  await back.getByLabel('Amount in pounds').fill('12.50')
  await back.getByLabel('Note (optional)').fill('The hem was uneven.')
  await cancel.getByLabel('Reason').fill('Ordered twice.')
  await reload(page)
  await offerIn(back).getByRole('button', { name: 'Continue with it' }).click()
  await expect(back.getByLabel('Amount in pounds')).toHaveValue('12.50')
  await expect(back.getByLabel('Note (optional)')).toHaveValue('The hem was uneven.')
  await offerIn(cancel).getByRole('button', { name: 'Continue with it' }).click()
  await expect(cancel.getByLabel('Reason')).toHaveValue('Ordered twice.')
  await expect(cancel.getByRole('heading', { name: 'Cancel the order' })).toBeFocused()

  await page.goto(`${named(shop)}/admin?tab=orders&order=${order.order_number}`)
  const details = page.getByRole('dialog')
  await details.getByRole('button', { name: /later day|dispatch date/ }).click()
  await details.getByLabel('Reason').first().fill('The linen is late.')
  await reload(page)
  await expect(offerIn(details).first()).toBeVisible()
  await expectAccessible(page)
  await offerIn(details).first().getByRole('button', { name: 'Continue with it' }).click()
  await expect(details.getByLabel('Reason').first()).toHaveValue('The linen is late.')
  await reload(page)
  await offerIn(details).first().getByRole('button', { name: 'Discard it' }).click()
  await expect(details.getByRole('button', { name: /later day|dispatch date/ })).toBeFocused()
})

test('an unsaved edit of an order is offered where the order opens, before its form does', async ({ page, shop }) => {
  const order = await bought(page, shop)
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin?tab=orders&order=${order.order_number}`)
  const dialog = page.getByRole('dialog')
  const edit = dialog.getByRole('button', { name: 'Edit size, address and other details' })
  await edit.click()
  await dialog.getByRole('textbox', { name: 'Town' }).fill('Whitby')
  await reload(page)
  await expect(offerIn(dialog)).toContainText('You have an unsaved draft of this order’s details from')
  await expect(dialog.getByRole('textbox', { name: 'Town' })).toBeHidden()
  await expectAccessible(page)
  await expectFits(page, [390, 1280])
  await offerIn(dialog).getByRole('button', { name: 'Open it' }).click()
  await expect(dialog.getByRole('heading', { name: 'Edit the order' })).toBeFocused()
  await offerIn(dialog).getByRole('button', { name: 'Continue with it' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Town' })).toHaveValue('Whitby')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(edit).toBeFocused()
  await expect(offerIn(dialog)).toHaveCount(0)
})

test('only its author sees a draft, and a sign-out removes it', async ({ page, shop }) => {
  const first = await openDashboard(page, shop)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Add New Product' }).click()
  await page.getByLabel('Product Name').fill('A secret of the first')
  await page.waitForTimeout(600)
  await endSessions(page, shop, first)
  await page.reload()
  await expect(page).toHaveURL(`${named(shop)}/auth`)

  const second = await addAdministrator(page, shop)
  await logIn(page, shop, second)
  await page.goto(`${named(shop)}/admin`)
  await expect(page.getByRole('heading', { name: 'Products Management' })).toBeVisible()
  await expect(page.getByLabel('Product Name')).toBeHidden()
  await page.getByRole('button', { name: 'Add New Product' }).click()
  await page.getByLabel('Product Name').fill('A secret of the second')
  await page.waitForTimeout(600)
  await logOut(page)
  expect(await storedTexts(page)).not.toContain('A secret of the second')

  await logIn(page, shop, first)
  await page.goto(`${named(shop)}/admin`)
  await expect(page.getByLabel('Product Name')).toHaveValue('A secret of the first')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Products Management' })).toBeFocused()
  await logOut(page)
  expect(await storedTexts(page)).not.toContain('secret')
})

/** All that the browser stores for the shop, as text. */
function storedTexts(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
}

test('a draft of a product that has changed since is saved only after a choice between both versions', async ({
  page,
  shop,
}) => {
  const name = `Judith Coat ${word()}`
  const slug = name.toLowerCase().replaceAll(' ', '-')
  await shop.rows(`insert into products (name, slug, description, price) values ($1, $2, 'Warm.', 75)`, [name, slug])
  await openDashboard(page, shop)
  page.on('dialog', (dialog) => void dialog.accept())
  const card = page.getByRole('article', { name, exact: true })
  await card.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Description').fill('Now with a hood.')
  await page.waitForTimeout(600)
  await shop.rows('update products set price = 120 where name = $1', [name])
  await page.reload()
  await expect(page.getByLabel('Description')).toHaveValue('Now with a hood.')
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByText('Someone else saved this first. Choose below which version to keep.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByLabel('Price')).toHaveValue('75.00')
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByText('Product updated successfully')).toBeVisible()
  expect(await shop.rows('select description, price from products where name = $1', [name])).toEqual([
    { description: 'Now with a hood.', price: '75.00' },
  ])
})
