import type { Page } from '@playwright/test'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { type StripeStandIn, startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'
import { withAnotherShop } from './another-shop.ts'
import { declined, expectConfirmed, keptCart, openCart, putInCart } from './buyer.ts'
import { expect, test as inShop } from './shop.ts'

type AtStripe = { stripe: StripeStandIn; url: string }

/** A browser in a shop whose payments go to a fake Stripe server; one for all tests of a worker. */
const test = inShop.extend<object, { atStripe: AtStripe }>({
  atStripe: [
    async ({ browserName: _ }, use) => {
      const [port = 0] = await freePorts(1)
      await using stripe = await startStripe({ webhookUrl: `http://127.0.0.1:${port}/webhooks/stripe` })
      const settings = {
        PORT: String(port),
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        STRIPE_API_BASE: stripe.url,
      }
      await withAnotherShop(settings, (url) => use({ stripe, url }))
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ atStripe }, use) => use(atStripe.url),
})
test.setTimeout(240_000)

const threeDSecure = '4000 0025 0000 3155'

test('a customer pays at Stripe after a declined card, with a card that needs the bank’s confirmation', async ({
  page,
  atStripe,
}) => {
  const { stripe, url } = atStripe
  await putInCart(page, { name: 'Ruth Skirt', size: '10-12' })
  await openCart(page)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Checkout with Stripe' }).click()
  const payment = await opening
  await payment.waitForURL(/\/c\/pay\/cs_test_/)
  const id = sessionOf(payment)
  await expect(payment.getByText('Size 10-12')).toBeVisible()
  await expect(payment.getByText(/^Made to order: dispatched by .*, in one parcel\.$/)).toBeVisible()
  await fill(payment, declined)
  await expect(payment.getByRole('alert')).toContainText(/declined/i)
  await fill(payment, threeDSecure)
  await payment.getByRole('button', { name: 'Complete authentication' }).click()
  await expectConfirmed(payment)
  await expect.poll(() => keptCart(page)).toEqual([])
  expect(stripe.ledger.sessions().find((each) => each.id === id)).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
  })
  expect((await fetch(`${url}/test-payment/${id}`)).status).toBe(404)
})

test('while Stripe is down or busy, the customer sees a message and the cart stays', async ({
  page,
  atStripe: { stripe },
}) => {
  const before = stripe.ledger.sessions().length
  await putInCart(page, { name: 'Ruth Skirt', size: '10-12' })
  await openCart(page)
  const checkout = page.getByRole('button', { name: 'Checkout with Stripe' })
  // The shop's periodic jobs call Stripe too, and must still get through.
  const pages = { method: 'POST', path: '/v1/checkout/sessions' }
  stripe.faults.next({ ...pages, kind: 'down', times: 100 })
  await checkout.click()
  await expect(page.getByText('Checkout Error')).toBeVisible()
  await expect(page.getByText('Failed to start checkout. Please try again.')).toBeVisible()
  stripe.faults.clear()
  stripe.faults.next({ ...pages, kind: 'rate_limited' })
  await checkout.click()
  await expect(page.getByText(/^We’re busy just now\./)).toBeVisible()
  expect(await keptCart(page)).toHaveLength(1)
  const opening = page.waitForEvent('popup')
  await checkout.click()
  await (await opening).waitForURL(/\/c\/pay\/cs_test_/)
  expect(stripe.ledger.sessions()).toHaveLength(before + 1)
})

test('while Klarna decides, the page lets the customer leave after 20 seconds and later shows the result', async ({
  page,
  atStripe: { stripe },
}) => {
  await putInCart(page, { name: 'Ruth Skirt', size: '10-12' })
  await openCart(page)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Checkout with Stripe' }).click()
  const payment = await opening
  await payment.waitForURL(/\/c\/pay\/cs_test_/)
  const id = sessionOf(payment)
  await stripe.pay(id, { how: 'klarna_later' })
  await page.clock.install()
  await page.goto(`/checkout/success?session_id=${id}`)
  await expect(page.getByText('This usually takes a few seconds')).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(
    page.getByText('You can close this page: we’ll e-mail you as soon as your payment is confirmed.'),
  ).toBeVisible()
  await expect(page.getByText('Please don’t pay again.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'contact us' })).toHaveAttribute('href', '/contact')
  await stripe.settleLater(id, 'succeeded')
  await expect(async () => {
    await page.clock.fastForward(15_000)
    await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

/** The session id of this payment page. */
function sessionOf(payment: Page): string {
  return /cs_test_\w+/.exec(payment.url())?.[0] ?? ''
}

async function fill(payment: Page, card: string): Promise<void> {
  await payment.getByLabel('E-mail').fill('miriam@example.com')
  await payment.getByLabel('Phone').fill('07700 900123')
  await payment.getByLabel('Full name').fill('Miriam Okafor')
  await payment.getByLabel('Address', { exact: true }).fill('7 Chapel Lane')
  await payment.getByLabel('City').fill('Leeds')
  await payment.getByLabel('Postcode').fill('LS1 4AP')
  await payment.getByLabel('Card number').fill(card)
  await payment.getByLabel('Expiry').fill('12 / 34')
  await payment.getByLabel('CVC').fill('123')
  await payment.getByRole('checkbox', { name: 'I agree to the shop’s terms of service.' }).check()
  await payment.getByRole('button', { name: /^Pay £/ }).click()
}
