import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { logIn, logOut, named, signUp } from './account-holder.ts'
import { movesOf, watchMoves } from './layout-moves.ts'
import { emailTo, linkIn } from './mailbox.ts'
import { expect, test } from './shop.ts'
import { fillLogin, freshEmail, holdAnswers, notices, password, tabTo } from './signing.ts'

test('a visitor signs up, opens the link in the e-mail, types the password there, and is signed in', async ({
  page,
  context,
  shop,
}) => {
  const email = freshEmail()
  await page.goto(`${named(shop)}/`)
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Login' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign up here' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible()

  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill('blue linen curtain')
  const button = page.getByRole('main').getByRole('button', { name: 'Create account' })
  await button.click()
  await expect(notices(page).getByText('Passwords do not match')).toBeVisible()
  await expect(page.getByLabel('Confirm password')).toBeFocused()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)

  await page.getByLabel('Confirm password').fill(password)
  const held = await holdAnswers(page, '**/auth/v1/signup*')
  await button.click()
  await expect(page.getByRole('button', { name: 'Creating account...' })).toBeVisible()
  await page.keyboard.press('Enter')
  held.release()
  await expect(page).toHaveURL(/\/login$/)
  const notice = 'Account created successfully! Please check your email to verify your account.'
  await expect(page.getByText(notice)).toBeVisible()
  expect(held.count()).toBe(1)

  await emailTo(shop, email, /confirm/i)
  const mailbox = await context.newPage()
  await mailbox.goto(`${named(shop)}/dev/mailbox?q=${encodeURIComponent(email)}`)
  await mailbox.getByRole('link', { name: /confirm your address/i }).click()
  const opening = mailbox.waitForEvent('popup')
  await mailbox.frameLocator('iframe').getByRole('link', { name: 'Confirm my address' }).click()
  const confirming = await opening
  await expect(confirming.getByRole('heading', { level: 1, name: 'Confirm your address' })).toBeVisible()
  await expect(confirming).toHaveURL(`${named(shop)}/confirm`)
  const [before] = await accounts()
  expect(before?.email_confirmed_at).toBeNull()

  await confirming.getByLabel('Your password').fill(password)
  await confirming.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(confirming).toHaveURL(`${named(shop)}/`)
  await expect(confirming.getByText('Your address is confirmed and you’re signed in.')).toBeVisible()
  await expect(confirming.getByRole('button', { name: 'Sign out' })).toBeVisible()
  const [after] = await accounts()
  expect(after?.email_confirmed_at).not.toBeNull()

  await logOut(confirming)
  await logIn(confirming, shop, { email, password })
  await expect(confirming.getByText('You have been logged in successfully.')).toBeVisible()
  await confirming.close()

  function accounts() {
    return shop.rows<{ email_confirmed_at: Date | null }>(
      'select email_confirmed_at from auth.users where email = $1',
      [email],
    )
  }
})

test('after signing up the login page says what to do, sends the e-mail again, and corrects a wrong address', async ({
  page,
  shop,
}) => {
  const wrong = freshEmail()
  await page.clock.install()
  await page.goto(`${named(shop)}/product/mary-dress`)
  await page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true }).click()
  await page.getByRole('link', { name: 'Sign up here' }).click()
  await fillSignUp(page, wrong)
  const note = page.getByRole('region', { name: 'Nearly there' })
  await expect(note.getByText(wrong)).toBeVisible()
  await note.getByRole('button', { name: 'Wrong address?' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(wrong)

  const email = freshEmail()
  await fillSignUp(page, email)
  await expect(note.getByText(email)).toBeVisible()
  await expect(note.getByText(/You can send it again in \d+ seconds/)).toBeVisible()
  await expect(note.getByRole('button', { name: 'Send it again' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await page.reload()
  await expect(note.getByText(email)).toBeVisible()

  await page.clock.fastForward(61_000)
  await note.getByRole('button', { name: 'Send it again' }).click()
  await expect(note.getByText('less than a minute ago')).toBeVisible()
  await expect(note.getByText(/You can send it again in \d+ seconds/)).toBeVisible()
  await shop.rows('delete from private.leaky_buckets', [])
  await page.clock.fastForward(61_000)
  await note.getByRole('button', { name: 'Send it again' }).click()
  await expect(note.getByText('another e-mail is on its way')).toBeVisible()

  await fillLogin(page, { email, password })
  await expect(page).toHaveURL(`${named(shop)}/product/mary-dress`)
  await logOut(page)
  await page.goto(`${named(shop)}/login`)
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Login' })).toBeVisible()
  await expect(note).toBeHidden()
})

test('a login page that is reloaded after signing up does not move', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${named(shop)}/signup`)
  const email = freshEmail()
  await fillSignUp(page, email)
  await watchMoves(page)
  // The page is drawn before its script arrives.
  await page.route('**/*.js', async (route) => {
    await new Promise((go) => setTimeout(go, 1_000))
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  const note = page.getByRole('region', { name: 'Nearly there' })
  await expect(note.getByText(email)).toBeVisible()
  await expect(note.getByText(/You can send it again in \d+ seconds/)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await movesOf(page)).toEqual([])
})

async function fillSignUp(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

test('confirming an address ends the sessions of every earlier sign-up with it', async ({ page, shop, browser }) => {
  const intruder = { ...(await signUp(page, shop, { verified: false })), password }
  const elsewhere = await browser.newPage()
  await logIn(elsewhere, shop, intruder)
  await expect(elsewhere.getByRole('button', { name: 'Sign out' })).toBeVisible()

  await page.goto(linkIn(await emailTo(shop, intruder.email, /confirm/i)))
  await expect(page.getByText('If you enter a different one, it becomes your password.')).toBeVisible()
  await page.getByLabel('Your password').fill('a password of her own')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${named(shop)}/`)
  await logOut(page)

  await elsewhere.goto(`${named(shop)}/account`)
  await expect(elsewhere.getByText('You’re not signed in.')).toBeVisible()
  await elsewhere.goto(`${named(shop)}/login`)
  await fillLogin(elsewhere, intruder)
  await expect(elsewhere.getByText('Invalid login credentials')).toBeVisible()
  await elsewhere.close()
  await logIn(page, shop, { email: intruder.email, password: 'a password of her own' })
})

test('/auth has two tabs: signing up empties the fields, signing in leads home', async ({ page, shop }) => {
  const email = freshEmail()
  await page.goto(`${named(shop)}/auth`)
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  const main = page.getByRole('main')
  await main.getByLabel('E-mail').fill(email)
  await main.getByLabel('Password', { exact: true }).fill('short')
  await main.getByRole('button', { name: 'Sign Up' }).click()
  await expect(main.getByText('Please use at least 6 characters.')).toBeVisible()
  await main.getByLabel('Password', { exact: true }).fill('password')
  await main.getByRole('button', { name: 'Sign Up' }).click()
  await expect(main.getByText('Three unrelated words are better.')).toBeVisible()
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Account created successfully! You can now log in.')).toBeVisible()
  await expect(main.getByLabel('E-mail')).toHaveValue('')
  await expect(main.getByLabel('Password', { exact: true })).toHaveValue('')

  await page.getByRole('tab', { name: 'Sign In' }).click()
  await main.getByLabel('E-mail').fill(email)
  await main.getByLabel('Password', { exact: true }).fill('not that one')
  await main.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Invalid login credentials')).toBeVisible()
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Logged in successfully!')).toBeVisible()
  await expect(page).toHaveURL(`${named(shop)}/`)

  for (const path of ['/auth', '/login', '/signup']) {
    await page.goto(`${named(shop)}${path}`)
    await expect(page).toHaveURL(`${named(shop)}/`)
  }
})

test('a visitor signs up, signs in and signs out with the keyboard alone', async ({ page, shop }) => {
  const email = freshEmail()
  await page.goto(`${named(shop)}/auth`)
  await tabTo(page, 'Sign In')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeFocused()
  await tabTo(page, 'E-mail')
  await page.keyboard.type(email)
  await tabTo(page, 'Password')
  await page.keyboard.type(password)
  await tabTo(page, 'Show password')
  await tabTo(page, 'Sign Up')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You can now log in.')).toBeVisible()

  await page.goto(`${named(shop)}/login`)
  await tabTo(page, 'E-mail')
  await page.keyboard.type(email)
  await tabTo(page, 'Password')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${named(shop)}/`)
  await tabTo(page, 'Sign out')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You have been logged out successfully.')).toBeVisible()
})
