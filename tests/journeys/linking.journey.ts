import { expect, test } from '@playwright/test'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { startOpenIdProvider } from '#tests/fixtures/openid-provider.ts'
import { openAccount, part, signIn, signUpAt } from './account-holder.ts'
import { withAnotherShop } from './another-shop.ts'

test('a user links a provider’s account without a second session, and unlinks it', async ({ page }) => {
  const [port = 0] = await freePorts(1)
  const callback = `http://localhost:${port}/auth/v1/callback`
  await using provider = await startOpenIdProvider({ redirectUris: [callback] })
  const login = provider.person({ email: 'ruth.elsewhere@example.com', email_verified: true, name: 'Ruth' })
  const settings = {
    PORT: String(port),
    OAUTH_GOOGLE_ISSUER: provider.issuer,
    OAUTH_GOOGLE_CLIENT_ID: provider.clientId,
    OAUTH_GOOGLE_CLIENT_SECRET: provider.clientSecret,
    AUTH_MANUAL_LINKING: 'true',
  }
  await withAnotherShop(settings, async (url) => {
    const shop = { url }
    const holder = await signUpAt(page, shop)
    await signIn(page, shop, holder)
    await openAccount(page, shop)
    const linked = part(page, 'Linked accounts')
    await expect(linked).toContainText('None yet.')

    // The user cancels at the provider.
    await linked.getByRole('button', { name: 'Link Google' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByText('Not linked')).toBeVisible()
    await expect(page).toHaveURL(`${url}/account`)

    await linked.getByRole('button', { name: 'Link Google' }).click()
    await page.getByPlaceholder('Enter any login').fill(login)
    await page.getByPlaceholder('and password').fill('any')
    await page.getByRole('button').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('You can now sign in with Google.')).toBeVisible()
    await expect(page).toHaveURL(`${url}/account`)
    await expect(linked.getByRole('listitem').first()).toContainText('ruth.elsewhere@example.com')
    await expect(part(page, 'Where you’re signed in').getByRole('listitem')).toHaveCount(1)

    await linked.getByRole('button', { name: 'Unlink Google' }).click()
    await expect(page.getByText('You can no longer sign in with Google.')).toBeVisible()
    await expect(linked).toContainText('None yet.')
  })
})
