import { keyOf, logIn, logOut, named, signUp } from './account-holder.ts'
import { expect, test } from './shop.ts'
import { fillLogin, freshEmail, holdAnswers, notices, password } from './signing.ts'

test('a wrong password shows advice, the typed text stays, and no URL contains it', async ({ page, shop }) => {
  const holder = await signUp(page, shop)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.goto(`${named(shop)}/login`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Sign in' }).click()
  await expect(main.getByText('Please enter your e-mail address.')).toBeVisible()
  await expect(main.getByText('Please enter a password.')).toBeVisible()
  await expect(main.getByLabel('E-mail')).toBeFocused()

  await main.getByLabel('E-mail').fill('not an address')
  await main.getByLabel('Password', { exact: true }).fill('the wrong one')
  await page.keyboard.press('Enter')
  await expect(main.getByText('Please enter a full e-mail address, such as ruth@example.com.')).toBeVisible()

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
  await expect(field).toHaveAccessibleDescription('That e-mail and password don’t match.')
  await expect(main.getByLabel('E-mail')).toHaveValue(holder.email)
  expect(held.count()).toBe(1)

  await main.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await main.getByRole('button', { name: 'Hide password' }).click()
  expect(addresses.filter((address) => /wrong|curtains/.test(address))).toEqual([])
})

test('a submit before hydration puts no field into the URL', async ({ browser, shop, request }) => {
  const page = await browser.newPage()
  await page.route('**/assets/*.js', (route) => route.abort())
  for (const path of ['/login', '/signup', '/auth', '/forgotten-password', '/new-password']) {
    const html = await (await request.get(`${named(shop)}${path}`)).text()
    expect(html).toMatch(/<noscript>.*Accounts need JavaScript\./)
    await page.goto(`${named(shop)}${path}`, { waitUntil: 'domcontentloaded' })
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

test('a form sent before hydration is submitted exactly once, when the code has loaded', async ({ page, shop }) => {
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('grant_type=password')) requests.push(request.url())
  })
  await page.goto(`${named(shop)}/login`, { waitUntil: 'commit' })
  await page.getByLabel('E-mail').fill(freshEmail())
  await page.getByLabel('Password', { exact: true }).fill(password)
  const button = page.getByRole('main').getByRole('button', { name: 'Sign in' })
  await button.click()
  await button.click()
  expect(requests).toEqual([])
  code.resolve()
  await expect(page.getByText('That e-mail and password don’t match.')).toBeVisible()
  expect(requests).toHaveLength(1)
})

test('other tabs follow: a sign-in opens the home page, a sign-out shows the login link', async ({
  page,
  shop,
  context,
}) => {
  const holder = await signUp(page, shop)
  const [waiting, reading] = [await context.newPage(), await context.newPage()]
  await waiting.goto(`${named(shop)}/login`)
  await reading.goto(`${named(shop)}/faq`)
  await expect(reading.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
  await logIn(page, shop, holder)
  await expect(waiting).toHaveURL(`${named(shop)}/`)
  await expect(reading.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await logOut(reading)
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(waiting.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
})

test('a sign-out also works without a connection', { tag: '@S26' }, async ({ page, shop, context }) => {
  const holder = await signUp(page, shop)
  await logIn(page, shop, holder)
  await page.goto(`${named(shop)}/faq`, { waitUntil: 'networkidle' })
  await page.evaluate(() => {
    const sizeAdvice = { size: '10-12', ease: 'close', bust: 92, waist: 75, hips: 100, unit: 'cm' }
    const line = { id: 'a', name: 'Mary Dress', price: 89, quantity: 1, size: '10-12', imageUrl: null, sizeAdvice }
    localStorage.setItem('tkw-cart', JSON.stringify([line]))
    localStorage.setItem('tkw-size', JSON.stringify(sizeAdvice))
  })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(
    page.getByText('You’re signed out on this device, but other devices may still be signed in'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-')))).toEqual([])
  // The cart may belong to another person, the measurements do not.
  const left = await page.evaluate(() => JSON.stringify(localStorage))
  expect(left).toContain('Mary Dress')
  expect(left).not.toContain('bust')
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
})

test('a link with a foreign session signs no user in; a recovery link of that form names its account', {
  tag: '@S14',
}, async ({ page, shop, request }) => {
  const thief = await signUp(page, shop)
  const headers = { apikey: await keyOf(request, shop) }
  const response = await request.post(`${named(shop)}/auth/v1/token?grant_type=password`, { headers, data: thief })
  const { access_token, refresh_token } = await response.json()
  const carried = new URLSearchParams({ access_token, refresh_token, expires_in: '3600', token_type: 'bearer' })
  for (const path of ['/', '/login', '/auth', '/account', '/confirm']) {
    await page.goto(`${named(shop)}${path}#${carried}`)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('sb-')))).toEqual([])
  }

  await page.goto(`${named(shop)}/new-password#${carried}&type=recovery`)
  await expect(page.getByRole('main').getByText(thief.email)).toBeVisible()
  await expect(page).toHaveURL(`${named(shop)}/new-password`)
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
  await page.getByLabel('New password').fill('green velvet ribbons')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${named(shop)}/`)
  await logOut(page)
  await page.goto(`${named(shop)}/new-password`)
  await page.getByRole('link', { name: 'Get a link' }).click()
  await expect(page).toHaveURL(/forgotten-password$/)
})

test('the page reports a logout that the server refuses', async ({ page, shop }) => {
  const holder = await signUp(page, shop)
  await logIn(page, shop, holder)
  await page.route('**/auth/v1/logout*', (route) =>
    route.fulfill({ status: 500, json: { code: 'unexpected_failure', message: 'Something went wrong' } }),
  )
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('Signed out on this device only')).toBeVisible()
  await expect(page.getByText('Something went wrong. You’re signed out on this device')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
})

test('a sign-in from the person icon returns to the page, also when its link was pressed before the script ran', async ({
  page,
  shop,
}) => {
  const holder = await signUp(page, shop)
  // The link alone, as it works until the page's script runs.
  await page.goto(`${named(shop)}/product/mary-dress`)
  const person = page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true })
  await person.evaluate((link) => window.location.assign((link as HTMLAnchorElement).href))
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Login' })).toBeVisible()
  await fillLogin(page, holder)
  await expect(page).toHaveURL(`${named(shop)}/product/mary-dress`)
})
