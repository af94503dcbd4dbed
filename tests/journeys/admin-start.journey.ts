import type { Page } from '@playwright/test'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { type SmtpServer, smtpServer } from '#tests/fixtures/smtp-server.ts'
import { type StripeStandIn, startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'
import { expectAccessible, expectFits } from './accessible.ts'
import { part } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { withAnotherShop } from './another-shop.ts'
import { openCart, putInCart } from './buyer.ts'
import { expect, test as inShop, type ShopUnderTest } from './shop.ts'

type Fresh = { stripe: StripeStandIn; smtp: SmtpServer; fresh: Pick<ShopUnderTest, 'url' | 'rows'> }

/** A fresh shop without keys, beside a stand-in for Stripe and a mail server. */
const test = inShop.extend<object, { atFresh: Fresh }>({
  atFresh: [
    async ({ browserName: _ }, use) => {
      const [port = 0] = await freePorts(1)
      await using stripe = await startStripe({ webhookUrl: `http://127.0.0.1:${port}/webhooks/stripe` })
      await using smtp = await smtpServer({ login: true })
      await withAnotherShop({ PORT: String(port), STRIPE_API_BASE: stripe.url }, (url, rows) =>
        use({ stripe, smtp, fresh: { url, rows } }),
      )
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ atFresh }, use) => use(atFresh.fresh.url),
})
test.setTimeout(240_000)

const step = (page: Page, title: string) =>
  page
    .getByRole('list', { name: 'Checklist' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })

test('the owner types the keys, pays and refunds a trial order, finds an e-mail, and the list shrinks', async ({
  page,
  shop,
  atFresh: { stripe, smtp, fresh },
}) => {
  const { email } = await openDashboard(page, { ...shop, ...fresh })
  const line = page.getByText(/^\d+ steps left until the shop is ready:/)
  const left = async () => Number(/^\d+/.exec((await line.textContent()) ?? '')?.[0])
  const before = await left()
  await page.getByRole('link', { name: 'open the checklist' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Before you sell' })).toBeVisible()
  await expect(step(page, 'A test e-mail, sent and found')).toContainText('First save a mail server.')
  await expect(step(page, 'Your pages')).toContainText('Home')
  await expectFits(page, [390, 1280])
  await expectAccessible(page)

  await step(page, 'Payments').getByRole('link').click()
  const payments = part(page, 'Payments by Stripe')
  await payments.getByRole('button', { name: 'Enter the keys' }).click()
  await expect(payments).toContainText('/webhooks/stripe')
  await payments.getByLabel('Secret key').fill('sk_test_another')
  await payments.getByLabel('Signing secret of the webhook').fill(stripe.webhookSecret)
  await payments.getByRole('button', { name: 'Save' }).click()
  await expect(payments.getByText('Stripe doesn’t accept this key. Please copy it again.')).toBeVisible()
  await payments.getByLabel('Secret key').fill(stripe.secretKey)
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await payments.getByRole('button', { name: 'Save' }).click()
  await expect(payments.getByText('Payments go to Stripe, and no money moves.')).toBeVisible()
  await expect(page.getByText(stripe.secretKey)).toHaveCount(0)

  const mail = part(page, 'Mail server')
  await mail.getByRole('button', { name: 'Enter the mail server' }).click()
  await mail.getByLabel('Server', { exact: true }).fill('127.0.0.1')
  await mail.getByLabel('Port').fill(String(smtp.port))
  await mail.getByLabel('User name').fill('shop@example.com')
  await mail.getByLabel('Password', { exact: true }).fill('a password of the mail server')
  await mail.getByRole('button', { name: 'Save' }).click()
  await expect(mail.getByText('E-mails go through 127.0.0.1.')).toBeVisible()

  await page.goto('/admin/start')
  const found = step(page, 'A test e-mail, sent and found')
  await expect(found).toContainText('DMARC')
  await found.getByRole('button', { name: 'Send me a test e-mail' }).click()
  await expect(found).toContainText(`An e-mail was sent to ${email}.`, { timeout: 60_000 })
  expect(smtp.received.flatMap(({ to }) => to)).toContain(email)
  await found.getByRole('button', { name: /^It arrived/ }).click()
  await expect(found).toContainText('An e-mail from the shop reached you.')

  await expect(step(page, 'A trial order')).toContainText('Buy a garment in your shop')
  const order = await buyAtStripe(page, stripe, fresh)
  await page.goto(`/admin/orders/${order}/money`)
  const back = part(page, 'Refunds')
  await back.getByRole('radio', { name: /^Full amount/ }).check()
  await back.getByLabel('Reason').selectOption('Goodwill')
  await back.getByRole('button', { name: 'Make a refund' }).click()
  await back.getByRole('button', { name: /^Refund £/ }).click()
  await expect(back.getByRole('list', { name: 'Refunds' })).toContainText('Refunded')
  await page.goto('/admin/start')
  await expect(step(page, 'A trial order')).toContainText(`Order ${order} was paid and refunded.`)

  for (const [title, press] of [
    ['Sizes', 'They fit'],
    ['Delivery', 'They are right'],
    ['Policies', 'I have read them'],
  ] as const) {
    await step(page, title).getByRole('button', { name: press }).click()
    await expect(step(page, title).getByRole('button', { name: 'Check again' })).toBeVisible()
  }
  await step(page, 'Your first garment').getByRole('button', { name: 'Delete the examples' }).click()
  await page.getByRole('button', { name: 'Delete them' }).click()
  await expect(step(page, 'Your first garment').getByRole('button', { name: 'Delete the examples' })).toHaveCount(0)
  expect(await fresh.rows('select from public.products')).toEqual([])
  await expectFits(page, [390, 1280])
  await expectAccessible(page)

  await page.goto('/admin')
  // Charge, mail server, e-mail, sizes, delivery and policies.
  await expect.poll(left).toBe(before - 6)
})

/** The number of an order that was paid on Stripe's page. */
async function buyAtStripe(page: Page, stripe: StripeStandIn, { rows }: Pick<ShopUnderTest, 'rows'>): Promise<string> {
  await putInCart(page, { name: 'Ruth Skirt', size: '10-12' })
  await openCart(page)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Checkout with Stripe' }).click()
  const payment = await opening
  await payment.waitForURL(/\/c\/pay\/cs_test_/)
  const [session] = stripe.ledger.sessions()
  await stripe.pay(session?.id ?? '')
  await payment.close()
  const paid = () => rows<{ order_number: string }>("select order_number from pre_orders where provider_state = 'paid'")
  await expect.poll(async () => (await paid()).length).toBe(1)
  return (await paid())[0]?.order_number ?? ''
}
