import { withAnotherShop } from './another-shop.ts'
import { expect, test } from './shop.ts'

test('pages require the shop’s minimum password length, and a confirmed account is signed in', async ({ page }) => {
  const settings = { PASSWORD_MIN_LENGTH: '10', AUTH_AUTOCONFIRM: 'true', NOTIFY_DOUBLE_OPT_IN: 'true' }
  await withAnotherShop(settings, async (url, rows) => {
    await page.goto(`${url}/signup`)
    const main = page.getByRole('main')
    await expect(main.getByText('At least 10 characters.')).toBeVisible()
    await main.getByLabel('E-mail').fill('lydia@example.com')
    await main.getByLabel('Password', { exact: true }).fill('ninechars')
    await main.getByLabel('Confirm password').fill('ninechars')
    await main.getByRole('button', { name: 'Create account' }).click()
    await expect(main.getByText('Please use at least 10 characters.').first()).toBeVisible()

    await main.getByLabel('Password', { exact: true }).fill('purple linen by the river')
    await main.getByLabel('Confirm password').fill('purple linen by the river')
    await main.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('Account created successfully! You are now signed in.')).toBeVisible()
    await expect(page.getByText(/check your email/i)).toHaveCount(0)
    await expect(page).toHaveURL(`${url}/`)
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    expect(await rows('select email from auth.users')).toContainEqual({ email: 'lydia@example.com' })

    await page.goto(`${url}/account`)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('At least 10 characters.')).toBeVisible()
    await page.goto(`${url}/new-password`)
    await expect(page.getByText(/^At least 10 characters\./)).toBeVisible()
    await expect(page.getByLabel('New password')).toHaveAttribute('minlength', '10')

    await page.goto(url)
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Notify Me' }) }).first()
    await form.getByLabel('Your e-mail').fill('tabitha@example.com')
    await form.getByRole('button', { name: 'Notify Me' }).click()
    await expect(page.getByText('Please confirm using the link we’ve sent you.')).toBeVisible()
    await expect(page.getByText("You'll be notified when pre-orders open.")).toHaveCount(0)
  })
})

test('a shop that is closed to new accounts says so and has no link to its sign-up form', async ({ page }) => {
  await withAnotherShop({ AUTH_SIGNUPS: 'false' }, async (url) => {
    await page.goto(`${url}/signup`)
    const main = page.getByRole('main')
    await expect(main.getByText('We’re not taking new accounts just now.')).toBeVisible()
    await expect(main.getByLabel('E-mail')).toHaveCount(0)
    await expect(main.getByRole('link', { name: 'Sign in' })).toBeVisible()
    await page.goto(`${url}/auth`)
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await expect(main.getByText('We’re not taking new accounts just now.')).toBeVisible()
    await expect(main.getByRole('button', { name: 'Sign Up' })).toHaveCount(0)
    for (const path of ['/login', '/account']) {
      await page.goto(url + path)
      await expect(main.getByRole('link', { name: /sign in|forgot/i }).first()).toBeVisible()
      await expect(main.locator('a[href="/signup"]')).toHaveCount(0)
    }
  })
})
