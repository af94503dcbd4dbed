import { freePorts } from '#tests/fixtures/free-ports.ts'
import { startOpenIdProvider } from '#tests/fixtures/openid-provider.ts'
import { withAnotherShop } from './another-shop.ts'
import { expect, test } from './shop.ts'

test('a shop with a sign-in provider offers it, and a user who returns from it is signed in', async ({ page }) => {
  const [port = 0] = await freePorts(1)
  const url = `http://localhost:${port}`
  await using provider = await startOpenIdProvider({ redirectUris: [`${url}/auth/v1/callback`] })
  const login = provider.person({ email: 'naomi@example.com', email_verified: true })
  const settings = {
    PORT: String(port),
    OAUTH_EXAMPLE_ISSUER: provider.issuer,
    OAUTH_EXAMPLE_CLIENT_ID: provider.clientId,
    OAUTH_EXAMPLE_CLIENT_SECRET: provider.clientSecret,
  }
  await withAnotherShop(settings, async () => {
    await page.goto(`${url}/login?code=${crypto.randomUUID()}`)
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
    await expect(page).toHaveURL(`${url}/login`)

    await page.goto(`${url}/signup`)
    await page.getByRole('button', { name: 'Continue with Example' }).click()
    await page.getByRole('link', { name: /Cancel/ }).click()
    await expect(page.getByText('That sign-in didn’t work.')).toBeVisible()
    await expect(page).toHaveURL(`${url}/login`)

    await page.getByRole('button', { name: 'Continue with Example' }).click()
    await page.locator('input[name=login]').fill(login)
    await page.locator('input[name=password]').fill('any')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(`${url}/`)
    await expect(page.getByText('You have been logged in successfully.')).toBeVisible()
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /sign-in/.test(key)))).toEqual([])
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  })
})

test('a shop with a captcha requires it for a sign-in and sends its token to the server', async ({ page }) => {
  const settings = { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SECRET: 'secret', CAPTCHA_SITE_KEY: 'site-key' }
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `window.turnstile = (${widget})()` }),
  )
  await withAnotherShop(settings, async (url) => {
    // The first page's policy applies to all later ones.
    await page.goto(`${url}/faq`)
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('E-mail').fill('ruth@example.com')
    await page.getByLabel('Password', { exact: true }).fill('blue linen curtains')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Please complete the check above the button first.')).toBeVisible()
    await page.getByRole('button', { name: 'I am a person for site-key' }).click()
    const requested = page.waitForRequest('**/auth/v1/token*')
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    expect((await requested).postDataJSON()).toMatchObject({ gotrue_meta_security: { captcha_token: 'answer 1' } })
    await expect(page.getByText('The security check didn’t work.')).toBeVisible({ timeout: 15_000 })
  })
})

test('a shop with neither loads no code of them and renders nothing for them', async ({ page, shop }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => elsewhere.push(new URL(request.url()).origin))
  await page.goto('/login', { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0)
  expect([...new Set(elsewhere)]).toEqual([shop.url])
})

/** The part of the captcha provider's script that the shop uses; runs in the page. */
function widget() {
  let responses = 0
  return {
    render(place: HTMLElement, { sitekey, callback }: { sitekey: string; callback(token: string): void }) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = `I am a person for ${sitekey}`
      button.onclick = () => {
        responses += 1
        callback(`answer ${responses}`)
      }
      place.append(button)
      return 'widget'
    },
    reset: () => undefined,
    remove(): void {
      for (const button of document.querySelectorAll('button'))
        if (button.textContent?.startsWith('I am')) button.remove()
    },
  }
}
