import {
  acceptedCard,
  declined,
  expectConfirmed,
  goToPayment,
  keptCart,
  openCart,
  ordersOf,
  pay,
  payCard,
  putInCart,
} from './buyer.ts'
import { expect, test } from './shop.ts'

test('after a declined card all typed values stay, and another card pays', async ({ page, shop }) => {
  const email = 'declined@example.com'
  await putInCart(page, { name: 'Ruth Skirt', size: '10-12' })
  await openCart(page)
  const payment = await goToPayment(page)
  await pay(payment, { email, card: declined })
  await expect(payment.getByRole('alert').first()).toContainText(/declined/i)
  await expect(payment.getByLabel('E-mail')).toHaveValue(email)
  await expect(payment.getByLabel('Postcode')).toHaveValue('LS1 4AP')
  expect(await ordersOf(shop, email)).toEqual([])
  expect(await keptCart(page)).toHaveLength(1)
  await payCard(payment, acceptedCard)
  await expectConfirmed(payment)
  expect(await ordersOf(shop, email)).toMatchObject([{ payment_status: 'paid', final_amount: '66.50' }])
})

test('Cancel returns to the shop with an unchanged cart, and nothing is paid', async ({ page, shop }) => {
  await putInCart(page, { name: 'Hannah Blouse', size: '16-18' })
  await openCart(page)
  const payment = await goToPayment(page)
  const session = /test-payment\/([^/?]+)/.exec(payment.url())?.[1]
  await payment.getByRole('link', { name: 'Cancel' }).click()
  await expect(payment.getByRole('dialog', { name: 'Your Cart' }).getByText('Hannah Blouse')).toBeVisible()
  const [order] = await shop.rows<{ payment_status: string }>(
    'select payment_status from pre_orders where payment_session_id = $1',
    [session],
  )
  expect(order).toEqual({ payment_status: 'pending' })
})

test('two presses in two tabs open one payment page, and the bought lines leave both carts', { tag: '@N5' }, async ({
  page,
  context,
  shop,
}) => {
  const email = 'two.tabs@example.com'
  await putInCart(page, { name: 'Anna Linen Dress', size: '14-16' })
  const other = await context.newPage()
  await other.goto('/shop')
  await expect(other.getByRole('button', { name: 'Open cart, 1 item' })).toBeVisible()
  await openCart(page)
  const first = await goToPayment(page)
  await openCart(other)
  const second = await goToPayment(other)
  expect(new URL(second.url()).pathname).toBe(new URL(first.url()).pathname)
  await pay(first, { email })
  await expectConfirmed(first)
  await expect(other.getByRole('button', { name: 'Open cart, 0 items' })).toBeVisible()
  await expect.poll(() => keptCart(page)).toEqual([])
  await second.reload()
  await expect(second.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  expect(await ordersOf(shop, email)).toHaveLength(1)
})

test('the success page settles the order itself when it opens before the webhook job runs', async ({
  page,
  shop,
  urlWithoutJobs,
}) => {
  const email = 'page.first@example.com'
  await page.goto(urlWithoutJobs)
  await putInCartAt(page, urlWithoutJobs)
  await openCart(page)
  const payment = await goToPayment(page)
  await pay(payment, { email })
  await expectConfirmed(payment)
  expect(await ordersOf(shop, email)).toMatchObject([{ payment_status: 'paid' }])
  await expect.poll(() => shop.rows('select id from private.mailbox where recipient = $1', [email])).toHaveLength(1)
})

test('the webhook settles the order although the success page is never opened', async ({ page, shop }) => {
  const email = 'webhook.first@example.com'
  await putInCart(page, { name: 'Ruth Skirt', size: '14-16' })
  await openCart(page)
  const payment = await goToPayment(page)
  await payment.route('**/checkout/success**', (route) => route.abort())
  await pay(payment, { email }).catch(() => undefined)
  await expect.poll(() => ordersOf(shop, email)).toMatchObject([{ payment_status: 'paid' }])
  const [order] = await shop.rows<{ payment_session_id: string }>(
    'select payment_session_id from pre_orders where customer_email = $1',
    [email],
  )
  // That tab did not notify the cart; the other tab reads it again.
  await page.getByRole('button', { name: /^Open cart/ }).click()
  await expect.poll(() => keptCart(page)).toEqual([])
  await payment.unrouteAll()
  await payment.goto(`/checkout/success?session_id=${order?.payment_session_id}`)
  await expectConfirmed(payment)
  expect(await keptCart(page)).toEqual([])
})

test('a webhook and fifty success pages at once make one order and one e-mail', async ({ page, shop, request }) => {
  const email = 'at.once@example.com'
  await putInCart(page, { name: 'Ruth Skirt', size: '16-18' })
  await openCart(page)
  const payment = await goToPayment(page)
  const session = /test-payment\/([^/?]+)/.exec(payment.url())?.[1]
  const polls = Array.from({ length: 50 }, () => request.get(`/functions/v1/checkout-status?session_id=${session}`))
  const [responses] = await Promise.all([Promise.all(polls), pay(payment, { email })])
  for (const response of responses) expect(response.status()).toBe(200)
  await expectConfirmed(payment)
  const again = await Promise.all(
    Array.from({ length: 50 }, () => request.get(`/functions/v1/checkout-status?session_id=${session}`)),
  )
  for (const response of again) expect(await response.json()).toEqual({ status: 'paid' })
  expect(await ordersOf(shop, email)).toHaveLength(1)
  await expect
    .poll(() => shop.rows('select state from private.outbox where recipient = $1', [email]))
    .toEqual([{ state: 'sent' }])
})

test('an invented, empty or foreign session id does not change the cart and reveals nothing', { tag: '@S4' }, async ({
  page,
  shop,
}) => {
  await putInCart(page, { name: 'Sarah Wrap Dress', size: '10-12' })
  const [foreign] = await shop.rows<{ id: string }>(
    // A paid order of the payment page: other journeys insert orders directly.
    `select payment_session_id as id from pre_orders where payment_status = 'paid'
       and payment_session_id in (select id from private.test_payment_sessions) limit 1`,
  )
  for (const session of [
    '',
    '?session_id=',
    '?session_id=cs_test_made_up',
    `?session_id=${encodeURIComponent("' or 1=1 --")}`,
  ]) {
    const response = await page.goto(`/checkout/success${session}`)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toHaveCount(0)
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /contact/i })
        .first(),
    ).toBeVisible()
  }
  if (foreign) {
    await page.goto(`/checkout/success?session_id=${foreign.id}`)
    await expectConfirmed(page)
    await expect(page.getByRole('main').getByText(/@example\.com|Chapel Lane|£/)).toHaveCount(0)
  }
  expect(await keptCart(page)).toHaveLength(1)
})

async function putInCartAt(page: import('@playwright/test').Page, origin: string) {
  await page.goto(`${origin}/product/ruth-skirt`)
  await page.getByRole('radio', { name: '12–14', exact: true }).check()
  await page
    .locator('#sizes')
    .getByRole('button', { name: /Add to Cart/ })
    .click()
  await expect(page.getByText('has been added to your cart')).toBeVisible()
}
