import { readFile } from 'node:fs/promises'
import * as OTPAuth from 'otpauth'
import { expectAccessible } from './accessible.ts'
import { addOrder, logIn, logOut, named, openAccount, part, signIn, signUp } from './account-holder.ts'
import { expect, test } from './shop.ts'

test('to a signed-out visitor the page links to the login; without JavaScript it says that it needs it', async ({
  page,
  shop,
}) => {
  await openAccount(page, shop)
  await expect(page.getByText('You’re not signed in.')).toBeVisible()
  await expect(page).toHaveURL(`${named(shop)}/account`)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/login$/)

  // Chromium does not render <noscript> when the test disables scripts.
  const html = await (await page.request.get(`${named(shop)}/account`)).text()
  expect(html).toMatch(/<noscript>.*Your account needs JavaScript\./)
})

test('orders are shown once the address is verified, with their state and amounts', async ({ page, shop }) => {
  const holder = await signUp(page, shop, { verified: false })
  await signIn(page, shop, holder)
  await openAccount(page, shop)
  await expect(part(page, 'Your orders')).toContainText('once you’ve confirmed your address')
  await expect(part(page, 'E-mail')).toContainText('Not confirmed yet')

  await shop.rows('update auth.users set email_confirmed_at = now() where email = $1', [holder.email])
  await page.reload()
  await expect(part(page, 'Your orders')).toContainText('Nothing yet.')

  const tracked = ", order_status = 'shipped', tracking_number = 'AB 1', shipped_at = '2026-06-02T23:30:00Z'"
  await addOrder(shop, { email: holder.email, number: 'TKW-SENT01', more: tracked })
  await addOrder(shop, {
    email: holder.email,
    number: 'TKW-NEWER1',
    more: ", created_at = now() + interval '1 minute'",
  })
  const unpaid = ", payment_status = 'pending', provider_state = 'expired', paid_at = null"
  await addOrder(shop, { email: holder.email, number: 'TKW-UNPAID', more: unpaid })
  await page.reload()
  const orders = part(page, 'Your orders')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
  await expect(orders).toHaveCount(2)
  await expect(orders.first()).toContainText('TKW-NEWER1')
  await expect(orders.first()).toContainText('We’ll dispatch it by Tuesday 15 January')
  await expect(orders.first()).toContainText('£178.00')
  await expect(orders.first()).toContainText('£182.50')
  await expect(orders.last()).toContainText('It left our workroom on 3 June 2026')
  await expect(orders.last().getByRole('link', { name: 'Royal Mail AB 1' })).toHaveAttribute('href', /AB1$/)
  await expectAccessible(page)
})

test('a user changes the password with the keyboard alone, and all other sessions end', async ({
  page,
  shop,
  browser,
}) => {
  const holder = await signUp(page, shop)
  const elsewhere = await browser.newPage()
  await signIn(elsewhere, shop, holder)
  await signIn(page, shop, holder)
  await openAccount(page, shop)
  const sessions = part(page, 'Where you’re signed in')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions).toContainText('on Linux')

  await page.getByRole('button', { name: 'Change password' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Current password')).toBeFocused()
  await page.keyboard.type('not the one')
  await page.getByLabel('New password').focus()
  await page.keyboard.type('green velvet ribbons')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That isn’t your current password.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(holder.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password changed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Password' })).toBeFocused()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)

  await openAccount(elsewhere, shop)
  await expect(elsewhere.getByText('You’re not signed in.')).toBeVisible()
  await elsewhere.close()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You’re not signed in.')).toBeVisible()
  await logIn(page, shop, { ...holder, password: 'green velvet ribbons' })
})

test('a user signs out one other browser, and then all others', async ({ page, shop, browser }) => {
  const holder = await signUp(page, shop)
  const others = await Promise.all([browser.newContext(), browser.newContext()])
  for (const context of others) await signIn(await context.newPage(), shop, holder)
  await signIn(page, shop, holder)
  await openAccount(page, shop)
  const items = part(page, 'Where you’re signed in').getByRole('listitem')
  await expect(items).toHaveCount(3)
  await expect(items.first()).toContainText('This one')
  await items
    .nth(1)
    .getByRole('button', { name: /^Sign out/ })
    .click()
  await expect(page.getByText('Signed out there')).toBeVisible()
  await expect(items).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('Only this browser is signed in now.')).toBeVisible()
  await expect(items).toHaveCount(1)
  for (const context of others) {
    const [there] = context.pages()
    if (there) await openAccount(there, shop)
    await expect(there?.getByText('You’re not signed in.') ?? page.locator('none')).toBeVisible()
    await context.close()
  }
})

test('a user adds an authenticator app by its secret, needs it at the next sign-in, and removes it', async ({
  page,
  shop,
}) => {
  const holder = await signUp(page, shop)
  await signIn(page, shop, holder)
  await openAccount(page, shop)
  const factors = part(page, 'Two-step sign-in')
  await factors.getByRole('button', { name: 'Add an authenticator app' }).click()
  await factors.getByLabel('Name', { exact: true }).fill('My telephone')
  await page.keyboard.press('Enter')
  await expect(factors.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(page)
  const uri = await factors.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href')
  const app = OTPAuth.URI.parse(uri ?? '') as OTPAuth.TOTP
  await expect(factors).toContainText(app.secret.base32.slice(0, 4))
  await factors.getByLabel('Six-digit code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(factors.getByText('That code isn’t right')).toBeVisible()
  await factors.getByLabel('Six-digit code').fill(app.generate())
  await page.keyboard.press('Enter')
  await expect(page.getByText('Second step added')).toBeVisible()
  await expect(factors.getByRole('listitem').first()).toContainText('My telephone')

  await logOut(page)
  await logIn(page, shop, holder)
  // A user who bypasses the challenge sees no account data.
  await openAccount(page, shop)
  await expect(page.getByRole('heading', { name: 'First, confirm it’s you' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your orders' })).toBeHidden()
  // A code is accepted once, so the test uses the code of the next time step.
  await page.getByLabel('Six-digit code').fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await page.keyboard.press('Enter')
  await factors.getByRole('button', { name: 'Remove My telephone' }).click()
  await factors.getByRole('button', { name: 'Yes, remove My telephone' }).click()
  await expect(page.getByText('Second step removed')).toBeVisible()
  await expect(factors).toContainText('None yet')
})

test('a user adds a passkey and signs in with it', async ({ page, shop, context }) => {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const holder = await signUp(page, shop)
  await signIn(page, shop, holder)
  await openAccount(page, shop)
  const factors = part(page, 'Two-step sign-in')
  await factors.getByRole('button', { name: 'Add a passkey or security key' }).click()
  await factors.getByLabel('Name', { exact: true }).fill('This laptop')
  await page.keyboard.press('Enter')
  await expect(factors.getByRole('listitem').first()).toContainText('This laptop')
  await logOut(page)
  await logIn(page, shop, holder)
  await page.getByRole('button', { name: 'Use the passkey' }).click()
  await expect(page).toHaveURL(`${named(shop)}/`)
  await openAccount(page, shop)
  await expect(part(page, 'Where you’re signed in')).toContainText('with a second step')
})

test('a user signs in again, downloads a copy of the data and deletes the account', async ({ page, shop }) => {
  const holder = await signUp(page, shop)
  await addOrder(shop, { email: holder.email, number: 'TKW-STAYS1' })
  await shop.rows('insert into email_signups (email) values ($1)', [holder.email])
  await signIn(page, shop, holder)
  await openAccount(page, shop)
  const data = part(page, 'Your data')

  const saving = page.waitForEvent('download')
  await data.getByRole('button', { name: 'Download my data' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^tkw-my-data-\d{4}-\d\d-\d\d\.json$/)
  const copy = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(copy).toMatchObject({
    account: { email: holder.email },
    orders: [{ order_number: 'TKW-STAYS1' }],
    launch_list: { entry: { email: holder.email } },
  })

  await shop.rows("update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'")
  await data.getByRole('button', { name: 'Erase my account' }).click()
  await expect(data.getByLabel('To confirm')).toBeFocused()
  await page.keyboard.type('somebody@example.com')
  await page.keyboard.press('Enter')
  await expect(data.getByText('That isn’t the address of this account.')).toBeVisible()
  await data.getByLabel('To confirm').fill(holder.email)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'First, confirm it’s you' })
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page, { within: 'dialog' })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await data.getByRole('button', { name: 'Erase my account' }).click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(data).toBeVisible()
  expect(await shop.rows('select 1 as one from auth.users where email = $1', [holder.email])).toHaveLength(1)

  await data.getByRole('button', { name: 'Erase my account' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(holder.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your account has been erased, and nothing of it is left')).toBeVisible()
  expect(await shop.rows('select 1 as one from auth.users where email = $1', [holder.email])).toEqual([])
  expect(await shop.rows('select 1 as one from email_signups where email = $1', [holder.email])).toEqual([])
  expect(await shop.rows("select user_id from pre_orders where order_number = 'TKW-STAYS1'")).toEqual([
    { user_id: null },
  ])
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-')))).toEqual([])
  await page.reload()
  await expect(page.getByText('You’re not signed in.')).toBeVisible()
})

test('on a phone the page does not overflow, also with a long e-mail address', async ({ page, shop }) => {
  const holder = await signUp(page, shop)
  const long = `${'very-long-name-of-somebody'.repeat(2)}@${'a-long-domain-name'.repeat(2)}.example.com`
  await shop.rows('update auth.users set email = $2 where email = $1', [holder.email, long])
  // Only a wide page has the button that logging in waits for.
  await logIn(page, shop, { ...holder, email: long })
  await page.setViewportSize({ width: 320, height: 700 })
  await openAccount(page, shop)
  await expect(part(page, 'Where you’re signed in')).toContainText('This one')
  await page.getByRole('button', { name: 'Change e-mail address' }).click()
  await page.getByRole('button', { name: 'Erase my account' }).click()
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(sideways).toBeLessThanOrEqual(0)
})
