import { startSmsServer } from '#tests/fixtures/sms-server.ts'
import { expectAccessible, expectFits } from './accessible.ts'
import { openAccount, part, signIn, signUpAt } from './account-holder.ts'
import { withAnotherShop } from './another-shop.ts'
import { expect, test } from './shop.ts'

test('a customer adds a telephone with a code from the provider, and gets a message when it fails', async ({
  page,
}) => {
  // The test starts its own shop first.
  test.slow()
  await using texts = await startSmsServer()
  // Text messages go to confirmed accounts alone.
  const sms = {
    ...{ SMS_PROVIDER: 'http', SMS_URL: `${texts.url}/texts`, SMS_TOKEN: 'a-token', SMS_FROM: 'Kindred' },
    AUTH_AUTOCONFIRM: 'true',
  }
  await withAnotherShop(sms, async (url) => {
    const place = { url }
    await signIn(page, place, await signUpAt(page, place))
    await openAccount(page, place)
    const factors = part(page, 'Two-step sign-in')
    const begin = async (number: string) => {
      await factors.getByRole('button', { name: 'Add a phone number' }).click()
      await factors.getByLabel('Phone number').fill(number)
      await factors.getByRole('button', { name: 'Continue' }).click()
      await factors.getByRole('button', { name: 'Send code' }).click()
    }

    await begin('+44 7700 900 404')
    const refused = factors.getByRole('alert').filter({ hasText: /\S/ })
    await expect(refused).toHaveText(
      'We couldn’t send a text message to that number. Please check it, or choose another way.',
    )
    await expectFits(page, [1280])
    await page.screenshot({ path: 'test-results/texts/refused-1280.png' })
    await expectFits(page, [390])
    await refused.scrollIntoViewIfNeeded()
    await page.screenshot({ path: 'test-results/texts/refused-390.png' })
    await expectAccessible(page)
    await factors.getByRole('button', { name: 'Cancel' }).click()

    texts.faults.push('broken')
    await begin('+44 7700 900 124')
    await expect(refused).toHaveText(
      'We can’t send text messages just now. Please try again in a few minutes, or choose another way.',
    )
    await page.screenshot({ path: 'test-results/texts/down-390.png' })
    await factors.getByRole('button', { name: 'Cancel' }).click()

    await begin('+44 7700 900 125')
    await expect.poll(() => texts.taken.at(-1)?.to).toBe('+447700900125')
    await factors.getByLabel('Six-digit code').fill(texts.taken.at(-1)?.text.slice(0, 6) ?? '')
    await factors.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.getByText('Second step added')).toBeVisible()
    await expect(factors.getByRole('listitem').first()).toContainText('Phone ending in 125')
  })
})

test('a live shop without a provider of text messages does not offer a telephone, and its API refuses one', async ({
  page,
}) => {
  test.slow()
  const live = {
    ...{ SHOP_MODE: 'live', WORKER: 'off', SITE_URL: 'https://shop.example', TRUST_PROXY: '0', RATE_LIMITS: 'true' },
    ...{ STRIPE_SECRET_KEY: 'sk_live_ofnobody', STRIPE_WEBHOOK_SECRET: 'whsec_ofnobody' },
    ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'The Shop <hello@shop.example>' },
  }
  await withAnotherShop(live, async (url) => {
    await signIn(page, { url }, await signUpAt(page, { url }))
    await openAccount(page, { url })
    const factors = part(page, 'Two-step sign-in')
    await expect(factors.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible()
    await expect(factors.getByRole('button', { name: 'Add a phone number' })).toHaveCount(0)
    const response = await page.evaluate(async () => {
      const stored = Object.entries(localStorage).find(([key]) => /^sb-.*-auth-token$/.test(key))?.[1] ?? '{}'
      const apikey = document.querySelector('meta[name="backend-key"]')?.getAttribute('content') ?? ''
      const headers = { apikey, authorization: `Bearer ${JSON.parse(stored).access_token}` }
      const body = JSON.stringify({ factor_type: 'phone', friendly_name: 'Mine', phone: '+447700900123' })
      const response = await fetch('/auth/v1/factors', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
        body,
      })
      return { status: response.status, ...(await response.json()) }
    })
    expect(response).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' })
  })
})
