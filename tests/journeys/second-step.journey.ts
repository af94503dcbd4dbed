import type { Page } from '@playwright/test'
import * as OTPAuth from 'otpauth'
import { expectAccessible } from './accessible.ts'
import { logIn, logOut, named, openAccount, part, signUp } from './account-holder.ts'
import { emailTo, linkIn } from './mailbox.ts'
import { expect, test } from './shop.ts'

test('an account with an authenticator app needs a code to sign in, and the user may choose another account', async ({
  page,
  context,
  shop,
}) => {
  const holder = await signUp(page, shop)
  await logIn(page, shop, holder)
  const app = await addApp(page, shop)
  await logOut(page)

  const waiting = await context.newPage()
  await waiting.goto(`${named(shop)}/auth`)
  await logIn(page, shop, holder)
  const step = page.getByRole('heading', { level: 1, name: 'One more step' })
  await expect(step).toBeVisible()
  await expect(page.getByText('You have been logged in successfully.')).toHaveCount(0)
  await expect(page.getByRole('main').getByText(holder.email)).toBeVisible()
  const code = page.getByLabel('Six-digit code')
  await expect(code).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter the six digits.')).toBeVisible()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code isn’t right')).toBeVisible()
  await expect(code).toBeFocused()

  await page.reload()
  await expect(step).toBeVisible()
  await page.getByRole('button', { name: 'Use another account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Login' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-')))).toEqual([])

  await logIn(page, shop, holder)
  await code.fill(nextCode(app))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${named(shop)}/`)
  await expect(page.getByText('You have been logged in successfully.')).toBeVisible()
  await expect(waiting).toHaveURL(`${named(shop)}/`)
  await waiting.close()
})

test('such an account can set a new password only after the code', async ({ page, shop }) => {
  const holder = await signUp(page, shop)
  await logIn(page, shop, holder)
  const app = await addApp(page, shop)
  await logOut(page)
  await page.goto(`${named(shop)}/forgotten-password`)
  await page.getByLabel('E-mail').fill(holder.email)
  await page.keyboard.press('Enter')
  await page.goto(linkIn(await emailTo(shop, holder.email, /type=recovery/)))
  await page.getByLabel('Your password').fill('green velvet ribbons')
  await page.keyboard.press('Enter')
  await page.getByLabel('Six-digit code').fill(nextCode(app))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password is set and you’re signed in.')).toBeVisible()
  await expect(page).toHaveURL(`${named(shop)}/`)
})

test('an account with a telephone and an app accepts either; a text message is sent on request', async ({
  page,
  shop,
}) => {
  const holder = await signUp(page, shop)
  await logIn(page, shop, holder)
  await addApp(page, shop)
  const phone = `4477009${String(Math.floor(Math.random() * 100_000)).padStart(5, '0')}`
  await shop.rows(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, phone)
     select id, 'Old faithful', 'phone', 'verified', $2 from auth.users where email = $1`,
    [holder.email, phone],
  )
  await logOut(page)

  await logIn(page, shop, holder)
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  await page.getByRole('button', { name: 'Send a code to the phone “Old faithful” instead' }).click()
  await expect(page.getByRole('button', { name: 'Use a code from the app “My telephone” instead' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send code' }).click()
  const { text } = await emailTo(shop, `+${phone}`, /Text message/)
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  await page.getByRole('button', { name: 'Send another code' }).click()
  await expect(page.getByText(/We’ve already sent a text message/)).toBeVisible()
  await page.getByLabel('Six-digit code').fill(/\d{6}/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(`${named(shop)}/`)
})

test('a second step that was begun and left does not block the next try', async ({ page, shop }) => {
  const holder = await signUp(page, shop)
  await logIn(page, shop, holder)
  const factors = part(page, 'Two-step sign-in')
  for (let tries = 0; tries < 2; tries += 1) {
    await openAccount(page, shop)
    await factors.getByRole('button', { name: 'Add an authenticator app' }).click()
    await expect(factors.getByLabel('Name', { exact: true })).toHaveValue('Authenticator app')
    await page.keyboard.press('Enter')
    await expect(factors.getByLabel('Six-digit code')).toBeVisible()
  }
})

/** Adds an authenticator app as a second factor on the account page. */
async function addApp(page: Page, shop: Parameters<typeof openAccount>[1]): Promise<OTPAuth.TOTP> {
  await openAccount(page, shop)
  const factors = part(page, 'Two-step sign-in')
  await factors.getByRole('button', { name: 'Add an authenticator app' }).click()
  await factors.getByLabel('Name', { exact: true }).fill('My telephone')
  await page.keyboard.press('Enter')
  const uri = await factors.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href')
  const app = OTPAuth.URI.parse(uri ?? '') as OTPAuth.TOTP
  await factors.getByLabel('Six-digit code').fill(app.generate())
  await page.keyboard.press('Enter')
  await expect(page.getByText('Second step added')).toBeVisible()
  return app
}

/** The code of the next time step: a code counts once, and the server accepts the next one since clocks may differ. */
function nextCode(app: OTPAuth.TOTP): string {
  return app.generate({ timestamp: Date.now() + app.period * 1_000 })
}
