import type { Page } from '@playwright/test'
import { formatShortWeekday } from '#base/calendar-day.ts'
import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { goToPayment, openCart, ordersOf, pay, putInCart } from './buyer.ts'
import { emailTo } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

const garment = { name: 'Anna Linen Dress', size: '10-12', slug: 'anna-linen-dress' }

/** The dispatch day on the garment's page, as 'Friday 4 December'. */
async function dayOnPage(shop: ShopUnderTest): Promise<string> {
  const page = await (await fetch(`${shop.url}/product/${garment.slug}`)).text()
  return /dispatched by (?:<[^>]+>)*([A-Z][a-z]+day \d+ [A-Z][a-z]+)/.exec(page)?.[1] ?? ''
}

async function handlingDays(shop: ShopUnderTest): Promise<{ feed: number; page: number }> {
  const feed = await (await fetch(`${shop.url}/feeds/google.xml`)).text()
  const item = feed.split('<item>').find((text) => text.includes(garment.name)) ?? ''
  const page = await (await fetch(`${shop.url}/product/${garment.slug}`)).text()
  return {
    feed: Number(/max_handling_time>(\d+)</.exec(item)?.[1]),
    page: Number(/"handlingTime":\{[^}]*"maxValue":(\d+)/.exec(page)?.[1]),
  }
}

/** Paid orders of one usual garment each, as the checkout promises them. */
async function order(shop: ShopUnderTest, count: number): Promise<void> {
  const [{ id, price } = { id: '', price: 0 }] = await shop.rows<{ id: string; price: number }>(
    'select id, price::float8 as price from products where slug = $1',
    [garment.slug],
  )
  for (let number = 0; number < count; number += 1) {
    const response = await fetch(`${shop.url}/functions/v1/create-stripe-checkout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items: [{ id, size: garment.size, quantity: 1, price, name: garment.name }] }),
    })
    expect(response.status).toBe(200)
    // Paid, so that it does not count as an unpaid page of this network.
    await shop.rows(`update pre_orders set payment_status = 'paid', provider_state = 'paid', paid_at = shop_now()
      where provider_state = 'open' and payment_provider = 'test'`)
  }
}

async function setCapacity(page: Page, pieces: string): Promise<string> {
  const section = page.getByRole('region', { name: 'Pieces a week' })
  await section.getByRole('spinbutton', { name: 'Pieces a week' }).fill(pieces)
  const answer = section.getByText(/^With \d+ a week a garment ordered today/)
  await expect(answer).toBeVisible()
  const text = (await answer.textContent()) ?? ''
  await section.getByRole('button', { name: 'Set the number' }).click()
  await expect(section.getByText('Saved.')).toBeVisible()
  return text
}

test('a full week is not promised again: page, cart, payment page, order, e-mail, back office, feed and structured data agree', async ({
  browser,
  page,
  shop,
}) => {
  test.setTimeout(120_000)
  page.setDefaultTimeout(20_000)
  await openDashboard(page, shop)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'All on one page' }).click()
  const context = await browser.newContext({ baseURL: shop.url.replace('127.0.0.1', 'localhost') })
  const shopper = await context.newPage()
  const [begun] = await shop.rows<{ at: Date }>('select shop_now() as at')
  try {
    const usual = await dayOnPage(shop)
    expect(usual).not.toBe('')
    const usualDays = await handlingDays(shop)
    await shop.rows(`update pre_orders set ready_at = shop_now(), order_status = 'processing'
      where order_view in ('to_make', 'in_progress')`)
    await shop.rows(`update pre_orders set provider_state = 'expired' where provider_state in ('creating', 'open')`)
    const answer = await setCapacity(page, '12')
    expect(answer).toContain(`still leaves by ${usual}; every order already promised can be kept.`)
    await order(shop, 49)
    await expect.poll(() => dayOnPage(shop)).not.toBe(usual)
    const fiftieth = await dayOnPage(shop)
    await order(shop, 1)
    const [promised] = await shop.rows<{ day: string; days: number }>(
      `select to_char(max(dispatch_by), 'FMDay FMDD FMMonth') as day, max(dispatch_by) - shop_now()::date as days
         from pre_orders where created_at between $1 and shop_now()`,
      [begun?.at],
    )
    expect(promised?.day).toBe(fiftieth)
    expect(promised?.days).toBeGreaterThan(28)
    // The next would be a day later.
    await expect.poll(() => dayOnPage(shop)).not.toBe(fiftieth)
    const day = await dayOnPage(shop)
    const full = await handlingDays(shop)
    expect(full.feed).toBeGreaterThanOrEqual(21)
    expect(full).toEqual({ feed: full.feed, page: full.feed })
    expect(usualDays.feed).toBeLessThan(full.feed)

    await putInCart(shopper, garment)
    const drawer = await openCart(shopper)
    await expect(drawer).toContainText(`dispatched by ${day}`)
    // Four more are ordered while the cart is open.
    await order(shop, 4)
    const later = await dayOnPage(shop)
    await drawer.getByRole('button', { name: 'Checkout with Stripe' }).click()
    await expect(shopper.getByText(`Your order now leaves by`)).toContainText(`instead of ${day}`)
    await expect.poll(() => drawer.textContent()).not.toContain(`dispatched by ${day}`)
    const shown = /dispatched by ([A-Z][a-z]+day \d+ [A-Z][a-z]+)/
    const now = shown.exec((await drawer.textContent()) ?? '')?.[1]
    const payment = await goToPayment(shopper)
    // Its own unpaid page holds a place, which the cart does not count: the day stays when the cart is opened again.
    const again = await context.newPage()
    await again.goto(`/product/${garment.slug}`)
    await expect(await openCart(again)).toContainText(`dispatched by ${now}`)
    await again.close()
    await expect(payment.getByText(`dispatched by ${now}`).first()).toBeVisible()
    const email = `naomi-${Date.now()}@example.com`
    await pay(payment, { email })
    await expect(payment.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
    const [mine] = await ordersOf(shop, email)
    const [stored] = await shop.rows<{ day: string; iso: string }>(
      "select to_char(dispatch_by, 'FMDay FMDD FMMonth') as day, dispatch_by::text as iso from pre_orders where id = $1",
      [mine?.id],
    )
    expect([later, await dayOnPage(shop)]).toContain(stored?.day)
    expect(stored?.day).toBe(now)
    const { text } = await emailTo(shop, email, /\/order\/[\w-]{48}/)
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`dispatch it by ${now}`)
    await payment.goto(/https?:\/\/\S+(\/order\/[\w-]{48})/.exec(text)?.[1] ?? '')
    await expect(payment.getByRole('main')).toContainText(String(now))
    await page.goto(`${named(shop)}/admin?tab=orders&order=${mine?.order_number}`)
    await expect(page.getByRole('dialog')).toContainText(formatShortWeekday(stored?.iso ?? ''))

    // Undone beside it, and for both sizes of screen.
    await page.goto(`${named(shop)}/admin/settings?section=all`)
    await expect(setCapacity(page, '3')).resolves.toMatch(/\d+ orders already promised would be late\.$/)
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('12 pieces a week')).toBeVisible()

    // A removal is answered like a change, and nothing is removed before it is pressed.
    await page.getByRole('button', { name: /^Remove: 12 pieces a week/ }).click()
    await expect(page.getByText(/^Without a limit a garment ordered today leaves by .+ instead of /)).toBeVisible()
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Keep it: 12 pieces a week/ }).click()
    await expect(page.getByText(/^Without a limit/)).toHaveCount(0)
    await page.getByRole('button', { name: /^Remove: 12 pieces a week/ }).click()
    await page.getByRole('button', { name: /^Remove it: 12 pieces a week/ }).click()
    await expect(page.getByText('No number set')).toBeVisible()
  } finally {
    await shop.rows("delete from private.settings where name = 'capacity'")
    await shop.rows('delete from pre_orders where created_at >= $1', [begun?.at])
    await context.close()
  }
})
