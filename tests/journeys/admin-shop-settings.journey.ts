import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from './accessible.ts'
import { addOrder, named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { goToPayment, openCart, ordersOf, pay, putInCart } from './buyer.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

const names = ['banner', 'zones_off', 'days_off', 'production_days']

test('the owner’s settings apply at once to pages and purchases on every server', async ({
  browser,
  page,
  shop,
  urlWithoutJobs,
}) => {
  await openDashboard(page, shop)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'All on one page' }).click()
  const context = await browser.newContext({ baseURL: shop.url.replace('127.0.0.1', 'localhost') })
  const shopper = await context.newPage()
  try {
    const before = await dayOnPage(shopper)
    await putInCart(shopper, { name: 'Anna Linen Dress', size: '10-12' })
    const drawer = await openCart(shopper)
    await expect(drawer).toContainText(`dispatched by ${before}`)
    await drawer.getByLabel('Deliver to').selectOption('DE')
    await expect(drawer).toContainText('To pay with International Tracked to Germany')

    await setBanner(page, shop, 'Closed for Easter', urlWithoutJobs)
    await switchEuropeOff(page)
    await shopper.getByRole('button', { name: 'Checkout with Stripe' }).click()
    await expect(shopper.getByText('We don’t deliver to Germany just now. Please choose')).toBeVisible()
    await expect(drawer.getByText('so these prices are for the United Kingdom')).toBeVisible()
    await expect(drawer.getByLabel('Deliver to')).toHaveValue('GB')
    await expect(drawer.locator('option[value="DE"]')).toHaveCount(0)
    expect(await shop.rows("select id from pre_orders where deliver_to = 'DE'")).toEqual([])
    const questions = await (await fetch(`${shop.url}/faq`)).text()
    expect(questions).toContain('with Guernsey, Jersey and the Isle of Man')
    expect(questions).not.toContain('Austria')

    await takeDayOff(page, shop)
    const after = await dayOnPage(shopper)
    expect(after).not.toBe(before)
    const later = await openCart(shopper)
    await expect(later).toContainText(`dispatched by ${after}`)
    const payment = await goToPayment(shopper)
    await expect(payment.getByText(`dispatched by ${after}`)).toBeVisible()
    const email = `naomi-${Date.now()}@example.com`
    await pay(payment, { email })
    await expect(payment.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
    const [order] = await ordersOf(shop, email)
    const [stored] = await shop.rows<{ day: string }>(
      "select to_char(dispatch_by, 'FMDay FMDD FMMonth') as day from pre_orders where id = $1",
      [order?.id],
    )
    expect(stored?.day).toBe(after)
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 900 })
    await expectAccessible(page)
  } finally {
    await shop.rows('delete from private.settings where name = any($1)', [names])
    await context.close()
  }
})

test('before days off are added the form lists the promised orders they affect, for the latest selection', async ({
  page,
  shop,
}) => {
  const word = crypto.randomUUID().slice(0, 8).toUpperCase()
  const [due, tight] = [`DUE-${word}`, `TIGHT-${word}`]
  const email = `${crypto.randomUUID()}@example.com`
  await addOrder(shop, { email, number: due, more: ", dispatch_by = '2031-03-12'" })
  await addOrder(shop, { email, number: tight, more: ", dispatch_by = '2031-03-21'" })
  await openDashboard(page, shop)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'All on one page' }).click()
  const part = page.getByRole('region', { name: 'Days off' })
  // The response to the first request arrives last.
  const release = Promise.withResolvers<void>()
  await page.route(/from=2031-03-10&until=2031-03-10/, async (route) => {
    await release.promise
    await route.continue()
  })
  const first = page.waitForRequest(/until=2031-03-10/)
  await part.getByLabel('First day off').fill('2031-03-10')
  await expect(part.getByText('Checking your orders…')).toBeVisible()
  await first
  await part.getByLabel('Last day off').fill('2031-03-14')
  await expect(part.getByText('1 order is promised for these days')).toBeVisible()
  await expect(part.getByRole('listitem').filter({ hasText: due })).toContainText('promised by Wed 12 Mar')
  await expect(part.getByText('1 order has fewer days to be made')).toBeVisible()
  await expect(part.getByRole('listitem').filter({ hasText: tight })).toContainText('5 working days instead of 10')
  await expect(part.getByRole('status')).toHaveText(/^With these days off, orders placed now leave by /)
  const late = page.waitForResponse(/until=2031-03-10/)
  release.resolve()
  await (await late).finished()
  await expect(part.getByText('1 order is promised for these days')).toBeVisible()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)

  await part.getByLabel('First day off').fill('2031-03-13')
  await expect(part.getByText('1 order is promised for these days')).toBeHidden()
  await expect(part.getByText('8 working days instead of 10')).toBeVisible()
  await part.getByLabel('Last day off').fill('2031-03-12')
  await expect(part.getByText('8 working days instead of 10')).toBeHidden()
  await expect(part.getByRole('status')).toHaveText(/^Orders placed now leave by /)
  const [link] = await Promise.all([
    page.waitForEvent('popup'),
    part
      .getByLabel('Last day off')
      .fill('2031-03-14')
      .then(() => part.getByRole('link', { name: tight }).click()),
  ])
  await expect(link.getByRole('dialog', { name: tight })).toBeVisible()
  await expect(part.getByLabel('Last day off')).toHaveValue('2031-03-14')
})

test('a setting that another administrator changed is never overwritten, also when a different one was saved in between', async ({
  page,
  shop,
}) => {
  const setBannerElsewhere = (text: string) =>
    shop.rows(
      `insert into private.settings (name, value) values ('banner', to_jsonb($1::text))
       on conflict (name) do update set value = excluded.value, updated_at = clock_timestamp()`,
      [text],
    )
  try {
    await openDashboard(page, shop)
    await page.goto(`${named(shop)}/admin/settings?section=all`)
    const banner = page.getByRole('region', { name: 'Banner' })
    const making = page.getByRole('region', { name: 'Production time' })
    const text = banner.getByLabel('Text')
    await text.fill('Closed for Easter')
    await setBannerElsewhere('Closed for Christmas')
    await making.getByLabel('Working days').fill('12')
    await making.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The shop shows it now.')).toBeVisible()
    await banner.getByRole('button', { name: 'Save' }).click()
    const conflict = banner.getByRole('region', { name: 'Someone else saved this first.' })
    await expect(conflict.getByRole('listitem')).toHaveText([/Closed for Easter.*Closed for Christmas/])
    await expect(conflict).toBeFocused()
    const [stored] = await shop.rows("select value from private.settings where name = 'banner'")
    expect(stored).toEqual({ value: 'Closed for Christmas' })

    // Saving again shows the choice again.
    await text.press('Enter')
    await expect(conflict).toBeFocused()
    await conflict.getByRole('button', { name: 'Keep my changes' }).click()
    await expect(text).toHaveValue('Closed for Easter')
    await banner.getByRole('button', { name: 'Save' }).click()
    await expect(banner.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
    const [changed] = await shop.rows("select value from private.settings where name = 'banner'")
    expect(changed).toEqual({ value: 'Closed for Easter' })
  } finally {
    await shop.rows('delete from private.settings where name = any($1)', [names])
  }
})

/** The dispatch date on a product page. */
async function dayOnPage(shopper: Page): Promise<string> {
  await shopper.goto('/product/anna-linen-dress')
  const promise = await shopper
    .getByText(/dispatched by/)
    .first()
    .textContent()
  return /dispatched by (\w+ \d+ \w+)/.exec(promise ?? '')?.[1] ?? ''
}

async function setBanner(page: Page, shop: ShopUnderTest, text: string, other: string) {
  const part = page.getByRole('region', { name: 'Banner' })
  await part.getByLabel('Text').fill(text)
  await part.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The shop shows it now.')).toBeVisible()
  const read = async (url: string) => (await fetch(`${url}/shop`)).text()
  expect(await read(shop.url)).toContain(text)
  await expect.poll(async () => (await read(other)).includes(text), { intervals: [5] }).toBe(true)
}

async function switchEuropeOff(page: Page) {
  const part = page.getByRole('region', { name: 'Delivery' })
  await expect(part.getByRole('checkbox', { name: /United Kingdom/ })).toBeDisabled()
  await part.getByRole('checkbox', { name: /Europe/ }).uncheck()
  await expect(part.getByRole('status')).toHaveText(/18 countries: United Kingdom and Worldwide/)
  await part.getByRole('button', { name: 'Save' }).click()
  await expect(part.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
}

/** Adds the currently promised date as a day off. */
async function takeDayOff(page: Page, shop: ShopUnderTest) {
  const part = page.getByRole('region', { name: 'Days off' })
  const promised = await part.getByRole('status').textContent()
  const [found] = await shop.rows<{ day: string }>(
    `select day::date::text as day from generate_series(shop_now()::date, shop_now()::date + 90, '1 day') as day
     where $1 like '%by ' || to_char(day, 'FMDay FMDD FMMonth') || '.'`,
    [promised],
  )
  await part.getByLabel('First day off').fill(found?.day ?? '')
  await part.getByRole('button', { name: 'Add days off' }).click()
  await expect(part.getByRole('listitem').first()).toContainText('1 working day')
  await expect(part.getByRole('status')).not.toHaveText(promised ?? '')
}

test('“Closed until” stops selling at once, pages say until when, and the administrator may try an order', async ({
  browser,
  page,
  shop,
}) => {
  await openDashboard(page, shop)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'All on one page' }).click()
  const context = await browser.newContext({ baseURL: shop.url.replace('127.0.0.1', 'localhost') })
  const shopper = await context.newPage()
  try {
    await putInCart(shopper, { name: 'Anna Linen Dress', size: '10-12' })
    const drawer = await openCart(shopper)
    const part = page.getByRole('region', { name: 'Closed until' })
    await part.getByLabel('Stop selling').check()
    await part.getByLabel('Selling starts again').fill('2099-01-05T09:00')
    await part.getByLabel('Reason, for customers').fill('We’re moving house')
    const sentence = 'We’re moving house. You can order again from Monday 5 January 2099 at 09:00, UK time.'
    await expect(part.getByRole('status')).toContainText(`Customers read: “${sentence}”`)
    await part.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The shop shows it now.')).toBeVisible()

    // A cart that was open while the shop still sold.
    await shopper.getByRole('button', { name: 'Checkout with Stripe' }).click()
    const toast = shopper.getByRole('listitem').filter({ hasText: 'Checkout Error' })
    await expect(toast.getByText(sentence)).toBeVisible()
    await expect(drawer.getByRole('status').filter({ hasText: sentence })).toBeVisible()
    await expectFits(shopper, [390, 1280])
    await expect(async () => {
      await shopper.goto('/product/anna-linen-dress')
      await expect(shopper.getByRole('main').getByText(sentence)).toBeVisible({ timeout: 500 })
    }).toPass()
    await expectFits(shopper, [390, 1280])
    await expectAccessible(shopper)

    // Not on the garment's page: it is scrolled, and the banner hides then.
    await shopper.goto('/samples')
    await expect(shopper.getByText('Closed until Monday 5 January 2099 at 09:00, UK time')).toBeVisible()
    await expect(shopper.getByRole('main')).toContainText(/in a letter by \w+ \d+ January 2099\./)
    await shopper.goto('/')
    await expect(shopper.locator('#made-to-order')).not.toContainText('Order today')

    const [anna] = await shop.rows<{ id: string }>("select id from products where slug = 'anna-linen-dress'")
    await page.goto(`${named(shop)}/admin/products/${anna?.id}/preview`)
    await expect(page.getByRole('main')).toContainText(/\w+ \d+ January 2099/)

    // The owner's own cart, on the host of the session.
    await page.goto(`${named(shop)}/product/anna-linen-dress`)
    await page.getByRole('radio', { name: '10–12', exact: true }).check()
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await openCart(page)
    const payment = await goToPayment(page)
    await expect(payment.getByRole('button', { name: /^Pay £/ })).toBeVisible()
  } finally {
    await shop.rows("delete from private.settings where name = 'closing'")
    await context.close()
  }
})
