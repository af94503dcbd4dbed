import type { Page } from '@playwright/test'
import * as OTPAuth from 'otpauth'
import { owner } from '#tests/fixtures/shop-copy.ts'
import { expectAccessible, expectFits } from './accessible.ts'
import { logIn, named, part, signIn, signUp } from './account-holder.ts'
import { addAdministrator, makeAdministrator, openDashboard } from './admin-people.ts'
import { withAnotherShop } from './another-shop.ts'
import { expect, test } from './shop.ts'

test('a visitor is redirected to the login, and no page for visitors loads code of the back office', async ({
  page,
  shop,
}) => {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text().catch(() => ''))
  })
  for (const path of ['/', '/shop', '/account']) await page.goto(`${named(shop)}${path}`)
  expect(scripts.length).toBeGreaterThan(0)
  expect((await Promise.all(scripts)).filter((text) => /Launch Email Campaign|Access Denied/.test(text))).toEqual([])

  for (const path of ['/admin', '/admin?tab=campaign', '/admin/money', '/admin/subscribers']) {
    await page.goto(`${named(shop)}${path}`)
    await expect(page).toHaveURL(`${named(shop)}/auth`)
  }
  const html = await (await page.request.get(`${named(shop)}/admin`)).text()
  expect(html).toMatch(/<meta name="robots" content="noindex"/)
  expect(html).not.toContain('Launch Email Campaign')
})

test('a sign-in returns to the page that asked for it, and to the front page where it is opened directly', async ({
  page,
  shop,
}) => {
  const holder = await addAdministrator(page, shop)
  const main = page.getByRole('main')
  async function fill() {
    await main.getByLabel('E-mail').fill(holder.email)
    await main.getByLabel('Password', { exact: true }).fill(holder.password)
    await page.keyboard.press('Enter')
  }
  const leave = () => page.evaluate(() => localStorage.clear())
  await page.goto(`${named(shop)}/admin?tab=orders&view=late`)
  await expect(page).toHaveURL(`${named(shop)}/auth`)
  await fill()
  await expect(page).toHaveURL(`${named(shop)}/admin?tab=orders&view=late`)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()

  await leave()
  await page.goto(`${named(shop)}/product/mary-dress`)
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await expect(page).toHaveURL(`${named(shop)}/login`)
  await fill()
  await expect(page).toHaveURL(`${named(shop)}/product/mary-dress`)

  for (const path of ['/auth', '/login?next=//evil.example', '/auth?return_to=https://evil.example/']) {
    await leave()
    await page.goto(`${named(shop)}${path}`)
    await fill()
    await expect(page).toHaveURL(`${named(shop)}/`)
  }
})

test('a customer sees that access is denied', async ({ page, shop }) => {
  await signIn(page, shop, await signUp(page, shop))
  for (const path of ['/admin', '/admin/money', '/admin/subscribers']) {
    await page.goto(`${named(shop)}${path}`)
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText('You do not have permission to access this page.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeHidden()
  }
  await expectFits(page)
  await expectAccessible(page)
  await page.goto(`${named(shop)}/account`)
  await expect(part(page, 'Your orders')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toBeHidden()
  await page.goto(`${named(shop)}/admin`)
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL(`${named(shop)}/`)
})

test('a customer who becomes an administrator enters at the next try', async ({ page, shop }) => {
  const holder = await signUp(page, shop)
  await signIn(page, shop, holder)
  await page.goto(`${named(shop)}/admin`)
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL(`${named(shop)}/`)
  await makeAdministrator(shop, holder)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
})

test('an administrator opens the back office from the account page, and loses it when another tab signs out', async ({
  page,
  shop,
}) => {
  await signIn(page, shop, await addAdministrator(page, shop))
  await page.goto(`${named(shop)}/account`)
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Products' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)

  const other = await page.context().newPage()
  await other.goto(`${named(shop)}/about`)
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${named(shop)}/auth`)
})

test('a spinner shows while the role is checked, and a failed check can be repeated', async ({ page, shop }) => {
  await openDashboard(page, shop)
  const gate = Promise.withResolvers<void>()
  await page.route('**/auth/v1/user', async (route) => {
    await gate.promise
    await route.abort()
  })
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'Checking your account' })).toBeVisible()
  gate.resolve()
  await expect(page.getByRole('alert').filter({ hasText: 'check your account just now' })).toBeVisible({
    timeout: 20_000,
  })
  await page.unroute('**/auth/v1/user')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
})

test('an administrator who loses the role loses access at the next action', { tag: '@S47' }, async ({ page, shop }) => {
  const holder = await openDashboard(page, shop, 'campaign')
  await expect(page.getByRole('button', { name: 'Send a test to me' })).toBeEnabled()
  await shop.rows('delete from user_roles where user_id = (select id from auth.users where email = $1)', [holder.email])
  // The page may have sent a request meanwhile; then the button is removed before the click.
  const press = page.getByRole('button', { name: 'Send a test to me' }).click({ timeout: 5_000 })
  await press.catch(() => undefined)
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
})

test('where administrators need a second factor, the page is empty until they confirm it', async ({ page }) => {
  test.setTimeout(240_000)
  const settings = { ADMIN_MFA: 'required' }
  await withAnotherShop(settings, async (url) => {
    await logIn(page, { url }, owner)
    await page.goto(`${url}/admin`)
    await expect(page.getByText('A password alone doesn’t open the back office')).toBeVisible()
    await page.getByRole('link', { name: 'Add a second step' }).click()
    const app = await addApp(page)
    await page.getByRole('link', { name: 'Admin', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Products Management' })).toBeVisible()

    await page.getByRole('button', { name: 'Sign out' }).click()
    // A navigation before its effect may keep the session, and then the login has no form.
    await expect(page).toHaveURL(`${url}/auth`)
    await logIn(page, { url }, owner)
    await page.goto(`${url}/admin`)
    await expect(page.getByRole('heading', { name: 'First, confirm it’s you' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Products Management' })).toBeHidden()
    // A code is accepted once, so the test uses the code of the next time step.
    await page.getByLabel('Six-digit code').fill(app.generate({ timestamp: Date.now() + 30_000 }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Products Management' })).toBeVisible()
  })
})

test('an administrator with a second factor must confirm it, also when the token claims that they did', async ({
  page,
  shop,
}) => {
  const { email } = await openDashboard(page, shop)
  await page.goto(`${named(shop)}/account#factors`)
  const app = await addApp(page)
  const products = page.getByRole('heading', { name: 'Products Management' })
  const step = page.getByRole('heading', { name: 'One more step' })
  await page.goto(`${named(shop)}/admin`)
  await expect(products).toBeVisible()

  const ofHolder = 'user_id = (select id from auth.users where email = $1)'
  await shop.rows(`update auth.sessions set aal = 'aal1' where ${ofHolder}`, [email])
  await page.reload()
  await expect(step).toBeVisible()
  await expect(products).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeHidden()
  await expectFits(page)
  await expectAccessible(page)
  await page.getByLabel('Six-digit code').fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await page.keyboard.press('Enter')
  await expect(products).toBeVisible()
})

async function addApp(page: Page): Promise<OTPAuth.TOTP> {
  const factors = part(page, 'Two-step sign-in')
  await factors.getByRole('button', { name: 'Add an authenticator app' }).click()
  await factors.getByLabel('Name', { exact: true }).fill('My telephone')
  await page.keyboard.press('Enter')
  const link = factors.getByRole('link', { name: 'Open in an app on this device' })
  const app = OTPAuth.URI.parse((await link.getAttribute('href')) ?? '') as OTPAuth.TOTP
  await factors.getByLabel('Six-digit code').fill(app.generate())
  await page.keyboard.press('Enter')
  await expect(factors.getByRole('listitem').first()).toContainText('My telephone')
  return app
}
