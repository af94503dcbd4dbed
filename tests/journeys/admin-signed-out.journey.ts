import type { Page } from '@playwright/test'
import * as OTPAuth from 'otpauth'
import { expectAccessible, expectFits } from './accessible.ts'
import { type Holder, keyOf, named } from './account-holder.ts'
import { addAdministrator, endSessions, openDashboard, signInAgain, signInDialog } from './admin-people.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

test.setTimeout(240_000)

test('a session that ends during an edit opens the sign-in over the form, and the save succeeds', async ({
  page,
  shop,
}) => {
  const holder = await openDashboard(page, shop)
  const name = `Hadassah Dress ${crypto.randomUUID().slice(0, 6)}`
  await page.getByRole('button', { name: 'Add New Product' }).click()
  await page.getByLabel('Product Name').fill(name)
  await page.getByLabel('Description').fill('Cut from one length of linen.')
  await page.getByLabel('Price').fill('95')
  await endSessions(page, shop, holder)
  await page.getByRole('button', { name: 'Save Product' }).click()

  const dialog = signInDialog(page)
  await expect(dialog).toBeVisible()
  await expect(dialog).toContainText('Sign in again; your text is safe.')
  await expect(dialog).toContainText(holder.email)
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('not the password')
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
  await signInAgain(page, holder)
  await expect(page.getByText('Product added successfully')).toBeVisible()
  await expect(page.getByText('session_id claim')).toBeHidden()
  expect(await shop.rows('select price from products where name = $1', [name])).toEqual([{ price: '95.00' }])
})

test('function calls and uploads wait for the sign-in too, on a phone', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const holder = await openDashboard(page, shop)
  await page.getByRole('button', { name: 'Add New Product' }).click()
  await page.getByLabel('Product Name').fill('Jael Jacket')
  await endSessions(page, shop, holder)
  await page.getByLabel('Product Image').setInputFiles('db/catalogue/pictures/ruth-skirt.jpg')
  await expect(signInDialog(page)).toBeVisible()
  await expectFits(page)
  await signInAgain(page, holder)
  await expect(page.getByText('All pictures are uploaded.')).toBeAttached({ timeout: 30_000 })

  await page.goto(`${named(shop)}/admin/settings?section=all`)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByLabel('Text', { exact: true }).fill('Closed on Friday')
  await endSessions(page, shop, holder)
  const banner = page.getByRole('region', { name: 'Banner' })
  await banner.getByRole('button', { name: 'Save' }).click()
  await signInAgain(page, holder)
  await expect(page.getByText('The shop shows it now.')).toBeVisible()
  const value = 'select value from private.settings where name = $1'
  expect(await shop.rows(value, ['banner'])).toEqual([{ value: 'Closed on Friday' }])
  await shop.rows("delete from private.settings where name = 'banner'")
})

test('the same dialog requests a second factor', async ({ page, shop }) => {
  const holder = await addAdministrator(page, shop)
  const app = await addApp(page, shop, holder)
  await page.goto(`${named(shop)}/auth`)
  const main = page.getByRole('main')
  await main.getByLabel('E-mail').fill(holder.email)
  await main.getByLabel('Password', { exact: true }).fill(holder.password)
  await main.getByRole('button', { name: 'Sign In' }).click()
  await page.getByLabel('Six-digit code').fill(app.generate())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${named(shop)}/`)
  await page.goto(`${named(shop)}/admin/discounts`)
  await page.getByRole('button', { name: 'New code' }).click()
  const code = `SAFE${Date.now()}`
  await page.getByLabel('Code').fill(code)
  await page.getByLabel('Percent off').fill('15')
  await endSessions(page, shop, holder)
  await page.getByRole('button', { name: 'Create' }).click()
  await signInAgain(page, holder)
  const dialog = page.getByRole('dialog', { name: 'One more step' })
  // A code is accepted once, so the test uses the code of the next time step.
  await dialog.getByLabel('Six-digit code').fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Created', { exact: true })).toBeVisible()
  expect(await shop.rows('select percent from discount_codes where code = $1', [code])).toEqual([{ percent: 15 }])
})

test('a sign-in in another tab closes the dialog; a different account does not see the form', async ({
  page,
  shop,
}) => {
  const holder = await openDashboard(page, shop)
  await page.getByRole('button', { name: 'Add New Product' }).click()
  await page.getByLabel('Product Name').fill('Orpah Overcoat')
  await page.getByLabel('Description').fill('Long and lined.')
  await page.getByLabel('Price').fill('120')
  await endSessions(page, shop, holder)
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(signInDialog(page)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(`${named(shop)}/auth`)
  await signInAt(other, holder)
  await expect(signInDialog(page)).toBeHidden()
  await expect(page.getByText('Product added successfully')).toBeVisible()

  await page.getByRole('button', { name: 'Add New Product' }).click()
  await page.getByLabel('Product Name').fill('A name of the first administrator')
  await endSessions(page, shop, holder)
  await page.getByRole('link', { name: 'Money' }).focus()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(signInDialog(page)).toBeVisible()
  const second = await addAdministrator(other, shop)
  await other.goto(`${named(shop)}/auth`)
  await signInAt(other, second)
  await expect(signInDialog(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Products Management' })).toBeVisible()
  await expect(page.getByLabel('Product Name')).toBeHidden()
  await expect(page.getByText('A name of the first administrator')).toBeHidden()
})

async function signInAt(page: Page, { email, password }: Holder): Promise<void> {
  const main = page.getByRole('main')
  await main.getByLabel('E-mail').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/$/)
}

/** Adds an authenticator app to an account through the API. */
async function addApp(page: Page, shop: ShopUnderTest, holder: Holder): Promise<OTPAuth.TOTP> {
  const auth = `${named(shop)}/auth/v1`
  const apikey = await keyOf(page.request, shop)
  const signedIn = await page.request.post(`${auth}/token?grant_type=password`, { headers: { apikey }, data: holder })
  const { access_token: token } = await signedIn.json()
  const headers = { apikey, Authorization: `Bearer ${token}` }
  const factor = { factor_type: 'totp', friendly_name: 'My telephone' }
  const { id, totp } = await (await page.request.post(`${auth}/factors`, { headers, data: factor })).json()
  const app = OTPAuth.URI.parse(totp.uri) as OTPAuth.TOTP
  const challenge = await (await page.request.post(`${auth}/factors/${id}/challenge`, { headers })).json()
  const data = { challenge_id: challenge.id, code: app.generate({ timestamp: Date.now() - 30_000 }) }
  expect((await page.request.post(`${auth}/factors/${id}/verify`, { headers, data })).status()).toBe(200)
  return app
}
