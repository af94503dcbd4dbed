import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { logIn, named, signUp } from './account-holder.ts'
import { codeIn, letterTo, linkIn } from './letters.ts'
import { expect, test } from './shop.ts'

const password = 'blue linen curtains'

test('she signs up, finds the letter, types her password where it leads, and is in', async ({
  page,
  context,
  shop,
}) => {
  const email = freshEmail()
  await page.goto(`${named(shop)}/`)
  await page.getByRole('link', { name: 'Log in', exact: true }).click()
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
  const told = 'Account created successfully! Please check your email to verify your account.'
  await expect(page.getByText(told)).toBeVisible()
  expect(held.count()).toBe(1)

  await letterTo(shop, email, /confirm/i)
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
  await expect(confirming.getByText('Your address is confirmed, and you are logged in.')).toBeVisible()
  await expect(confirming.getByRole('button', { name: 'Log out' })).toBeVisible()
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

test('whoever signed up with her address before her is put out when she confirms it', async ({
  page,
  shop,
  browser,
}) => {
  const intruder = { ...(await signUp(page, shop, { verified: false })), password }
  const elsewhere = await browser.newPage()
  await logIn(elsewhere, shop, intruder)
  await expect(elsewhere.getByRole('button', { name: 'Log out' })).toBeVisible()

  await page.goto(linkIn(await letterTo(shop, intruder.email, /confirm/i)))
  await page.getByLabel('Your password').fill('a password of her own')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${named(shop)}/`)
  await logOut(page)

  await elsewhere.goto(`${named(shop)}/account`)
  await expect(elsewhere.getByText('You are not signed in.')).toBeVisible()
  await elsewhere.goto(`${named(shop)}/login`)
  await fill(elsewhere, intruder)
  await expect(elsewhere.getByText('Invalid login credentials')).toBeVisible()
  await elsewhere.close()
  await logIn(page, shop, { email: intruder.email, password: 'a password of her own' })
})

test('a wrong password is told with what to do; what was typed stays, and no address ever holds it', async ({
  page,
  shop,
}) => {
  const holder = await signUp(page, shop)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.goto(`${named(shop)}/login`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Log in' }).click()
  await expect(main.getByText('Please type your e-mail.')).toBeVisible()
  await expect(main.getByText('Please type a password.')).toBeVisible()
  await expect(main.getByLabel('E-mail')).toBeFocused()

  await main.getByLabel('E-mail').fill('not an address')
  await main.getByLabel('Password', { exact: true }).fill('the wrong one')
  await page.keyboard.press('Enter')
  await expect(main.getByText('That is not a whole e-mail address.')).toBeVisible()

  await main.getByLabel('E-mail').fill(holder.email)
  const held = await holdAnswers(page, '**/auth/v1/token*')
  await page.keyboard.press('Enter')
  await expect(main.getByRole('button', { name: 'Logging in...' })).toBeVisible()
  await page.keyboard.press('Enter')
  await main.getByRole('button', { name: 'Logging in...' }).click({ force: true })
  held.release()
  await expect(notices(page).getByText('Invalid login credentials')).toBeVisible()
  const field = main.getByLabel('Password', { exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('the wrong one')
  await expect(field).toHaveAccessibleDescription('E-mail and password do not belong together.')
  await expect(main.getByLabel('E-mail')).toHaveValue(holder.email)
  expect(held.count()).toBe(1)

  await main.getByRole('button', { name: 'Show what is typed' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await main.getByRole('button', { name: 'Hide what is typed' }).click()
  expect(addresses.filter((address) => /wrong|curtains/.test(address))).toEqual([])
})

test('before the page’s code has come a submit puts nothing into the address', async ({ browser, shop, request }) => {
  const page = await browser.newPage()
  await page.route('**/assets/*.js', (route) => route.abort())
  for (const path of ['/login', '/signup', '/auth', '/forgotten-password', '/new-password']) {
    const html = await (await request.get(`${named(shop)}${path}`)).text()
    expect(html).toMatch(/<noscript>.*Accounts need JavaScript\./)
    await page.goto(`${named(shop)}${path}`)
    const main = page.getByRole('main')
    for (const label of ['E-mail', 'Password', 'Confirm password', 'New password']) {
      const field = main.getByLabel(label, { exact: true })
      if (await field.isVisible()) await field.fill(label === 'E-mail' ? 'ruth@example.com' : password)
    }
    await main.locator('[type=submit]').first().click()
    await expect(page).toHaveURL(`${named(shop)}${path}`)
  }
  await page.close()
})

test('what is sent before the page’s code has come is sent when it is there, once', async ({ page, shop }) => {
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('grant_type=password')) asked.push(request.url())
  })
  await page.goto(`${named(shop)}/login`, { waitUntil: 'commit' })
  await page.getByLabel('E-mail').fill(freshEmail())
  await page.getByLabel('Password', { exact: true }).fill(password)
  const button = page.getByRole('main').getByRole('button', { name: 'Log in' })
  await button.click()
  await button.click()
  expect(asked).toEqual([])
  code.resolve()
  await expect(page.getByText('E-mail and password do not belong together.')).toBeVisible()
  expect(asked).toHaveLength(1)
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
  await expect(main.getByText('Please choose another.')).toBeVisible()
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

test('what one tab does the others show: signing in leads them home, logging out shows the way in again', async ({
  page,
  shop,
  context,
}) => {
  const holder = await signUp(page, shop)
  const [waiting, reading] = [await context.newPage(), await context.newPage()]
  await waiting.goto(`${named(shop)}/login`)
  await reading.goto(`${named(shop)}/faq`)
  await expect(reading.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
  await logIn(page, shop, holder)
  await expect(waiting).toHaveURL(`${named(shop)}/`)
  await expect(reading.getByRole('button', { name: 'Log out' })).toBeVisible()
  await logOut(reading)
  await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
  await expect(waiting.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
})

test('she logs out without a connection too', async ({ page, shop, context }) => {
  const holder = await signUp(page, shop)
  await logIn(page, shop, holder)
  await page.goto(`${named(shop)}/faq`, { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-')))).toEqual([])
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
})

test('a forgotten password is set anew by the letter’s link, once', async ({ page, shop, browser }) => {
  const holder = await signUp(page, shop)
  const elsewhere = await browser.newPage()
  await logIn(elsewhere, shop, holder)

  await page.goto(`${named(shop)}/login`)
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  // The page before has a field of the same name.
  await expect(page.getByRole('heading', { level: 1, name: /^Forgotten/ })).toBeVisible()
  for (const email of [freshEmail(), holder.email]) {
    await page.getByLabel('E-mail').fill(email)
    await page.keyboard.press('Enter')
    await expect(page.getByText('If there is an account with that address, a letter is on its way.')).toBeVisible()
    await expect(page.getByRole('main').getByText(email)).toBeVisible()
    await page.getByRole('button', { name: 'ask once more' }).click()
  }
  await page.getByLabel('E-mail').fill(holder.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/left less than a minute ago/)).toBeVisible()

  const link = linkIn(await letterTo(shop, holder.email, /type=recovery/))
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'A new password' })).toBeVisible()
  await page.getByLabel('Your password').fill('qwerty')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please choose another.')).toBeVisible()
  await page.getByLabel('Your password').fill('green velvet ribbons')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${named(shop)}/`)
  await expect(page.getByText('Your password is set, and you are logged in.')).toBeVisible()
  await letterTo(shop, holder.email, /password .* was changed/i)

  await elsewhere.goto(`${named(shop)}/account`)
  await expect(elsewhere.getByText('You are not signed in.')).toBeVisible()
  await elsewhere.goto(link)
  await elsewhere.getByLabel('Your password').fill('a thief’s password')
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'This link is spent' })).toBeVisible()
  await expect(elsewhere.getByLabel('E-mail')).toBeVisible()
  await elsewhere.close()
  await logOut(page)
  await logIn(page, shop, { ...holder, password: 'green velvet ribbons' })
})

test('the code of a letter that is read elsewhere does what its link does', async ({ page, shop }) => {
  const holder = await signUp(page, shop)
  await page.goto(`${named(shop)}/forgotten-password`)
  await page.getByLabel('E-mail').fill(holder.email)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Type the code that stands in it' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(holder.email)
  const code = codeIn(await letterTo(shop, holder.email, /type=recovery/))
  await page.getByLabel('Six-figure code').fill(code === '111111' ? '222222' : '111111')
  await page.getByLabel('Your password').fill('green velvet ribbons')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code does not fit, or its time is over.')).toBeVisible()
  await page.getByLabel('Six-figure code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${named(shop)}/`)
  await logOut(page)
  await logIn(page, shop, { ...holder, password: 'green velvet ribbons' })
})

test('a link that carries somebody’s session signs nobody in; a recovery link of that form says whose it is', async ({
  page,
  shop,
  request,
}) => {
  const thief = await signUp(page, shop)
  const key = await page.locator('meta[name="backend-key"]').getAttribute('content')
  const answer = await request.post(`${named(shop)}/auth/v1/token?grant_type=password`, {
    headers: { apikey: key ?? '' },
    data: thief,
  })
  const { access_token, refresh_token } = await answer.json()
  const carried = new URLSearchParams({ access_token, refresh_token, expires_in: '3600', token_type: 'bearer' })
  for (const path of ['/', '/login', '/auth', '/account', '/confirm']) {
    await page.goto(`${named(shop)}${path}#${carried}`)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('sb-')))).toEqual([])
  }

  await page.goto(`${named(shop)}/new-password#${carried}&type=recovery`)
  await expect(page.getByRole('main').getByText(thief.email)).toBeVisible()
  await expect(page).toHaveURL(`${named(shop)}/new-password`)
  await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
  await page.getByLabel('New password').fill('green velvet ribbons')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${named(shop)}/`)
  await logOut(page)
  await page.goto(`${named(shop)}/new-password`)
  await page.getByRole('link', { name: 'Ask for the letter' }).click()
  await expect(page).toHaveURL(/forgotten-password$/)
})

test('with the keyboard alone she signs up, signs in and logs out', async ({ page, shop }) => {
  const email = freshEmail()
  await page.goto(`${named(shop)}/auth`)
  await tabTo(page, 'Sign In')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeFocused()
  await tabTo(page, 'E-mail')
  await page.keyboard.type(email)
  await tabTo(page, 'Password')
  await page.keyboard.type(password)
  await tabTo(page, 'Show what is typed')
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
  await tabTo(page, 'Log out')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You have been logged out successfully.')).toBeVisible()
})

const unknownLink = `/confirm?token_hash=${'a'.repeat(56)}&type=`
const pages = [
  '/auth',
  '/login',
  '/signup',
  '/forgotten-password',
  '/new-password',
  '/confirm',
  ...['signup', 'invite', 'recovery', 'magiclink', 'email_change'].map((type) => unknownLink + type),
]

for (const path of pages) {
  test(`${path.replace(/a{9,}/, '…')} breaks no rule of accessibility a machine can find, empty and sent empty`, async ({
    page,
    shop,
  }) => {
    const answer = await page.goto(`${named(shop)}${path}`)
    expect(await answer?.text()).toContain('<meta name="robots" content="noindex"/>')
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      // A window that is being resized is laid out a moment later.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
        .toBeLessThanOrEqual(0)
    }
    await expectAccessible(page)
    const send = page.getByRole('main').locator('[type=submit]')
    if (!(await send.isVisible())) return
    await send.click()
    await expect(
      page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ }).or(spent(page)).first(),
    ).toBeVisible()
    await expectAccessible(page)
  })
}

test('a spent link’s page and that of a letter on its way break no rule either', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto(`${named(shop)}${unknownLink}signup`)
  await page.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await expect(spent(page)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('E-mail').fill(freshEmail())
  await page.keyboard.press('Enter')
  await expect(page.getByText('a letter is on its way')).toBeVisible()
  await expectAccessible(page)
})

test('no cache keeps the page of a letter’s link, and no other site hears of it', async ({ request, shop }) => {
  const query = `?token_hash=${'b'.repeat(56)}&type=recovery`
  const letter = await request.get(`${named(shop)}/confirm${query}`)
  expect(letter.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(await letter.text()).toContain('<meta name="referrer" content="no-referrer"/>')
  expect(await (await request.get(`${named(shop)}/confirm`)).text()).not.toContain('bbbb')
})

function freshEmail(): string {
  return `${crypto.randomUUID().slice(0, 8)}@example.com`
}

function notices(page: Page) {
  return page.getByRole('region', { name: /^Notices/ })
}

function spent(page: Page) {
  return page.getByRole('heading', { level: 1, name: 'This link is spent' })
}

async function fill(page: Page, { email, password: typed }: { email: string; password: string }) {
  const main = page.getByRole('main')
  await main.getByLabel('E-mail').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(typed)
  await page.keyboard.press('Enter')
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('You have been logged out successfully.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
}

/** Keeps answers back until they are released, and counts the questions. */
async function holdAnswers(page: Page, address: string) {
  let asked = 0
  const gate = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    asked += 1
    await gate.promise
    await route.continue()
  })
  return { count: () => asked, release: () => gate.resolve() }
}

/** Presses Tab until what has the focus bears this name. */
async function tabTo(page: Page, name: string) {
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate(focusedName)) === name) return
  }
  throw new Error(`Nothing called ${name} within reach of the keyboard`)
}

function focusedName(): string {
  const focused = document.activeElement
  const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : focused?.textContent
  return (focused?.getAttribute('aria-label') ?? label ?? '').trim()
}

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html}`)).toEqual([])
}
