import type { Page } from '@playwright/test'
import { formatDay, formatShortWeekday } from '../../src/base/calendar-day.ts'
import { shopDate } from '../../src/base/shop-clock.ts'
import { dispatchBy } from '../../src/features/settings/dispatch-and-arrival.ts'
import { expectAccessible, expectFits } from './accessible.ts'
import { addOrder, named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { emailTo } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

type Placed = { number: string; email: string }

const dayMs = 86_400_000
const isoOf = (day: Date) => day.toISOString().slice(0, 10)
/** Forty days ahead. */
const promised = shopDate(new Date(Date.now() + 40 * dayMs))
/** So many working days later. */
const later = (days: number) =>
  isoOf(
    dispatchBy(
      { orderedAt: new Date(`${promised}T12:00:00Z`), productionDays: days },
      { productionDays: 1, daysOff: [] },
    ),
  )
/** A Saturday after all of them, and the Monday after it. */
const saturday = isoOf(new Date(Date.parse(promised) + (20 - new Date(promised).getUTCDay()) * dayMs))
const by = (day: string) => `by ${formatShortWeekday(day)}`

/** Paid orders that leave by then. */
async function addOrders(shop: ShopUnderTest, count: number): Promise<Placed[]> {
  const word = crypto.randomUUID().slice(0, 6).toUpperCase()
  const orders = Array.from({ length: count }, (_, at) => ({
    number: `DLY-${word}${at}`,
    email: `${word.toLowerCase()}-${at}@example.com`,
  }))
  for (const order of orders) await addOrder(shop, { ...order, more: `, dispatch_by = '${promised}'` })
  return orders
}

const daysOf = async (shop: ShopUnderTest, orders: readonly Placed[]) =>
  (
    await shop.rows<{ day: string }>(
      `select dispatch_by::text as day from pre_orders where order_number = any($1) order by order_number`,
      [orders.map(({ number }) => number)],
    )
  ).map(({ day }) => day)

/** Lets the e-mails of these customers leave now. */
const hurry = (shop: ShopUnderTest, orders: readonly Placed[]) =>
  shop.rows(`update private.outbox set next_attempt_at = now() where kind = 'order_delayed' and recipient = any($1)`, [
    orders.map(({ email }) => email),
  ])

function pieces(page: Page) {
  return {
    days: page.getByLabel('Working days later', { exact: true }),
    reason: page.getByLabel('Reason (optional)'),
    list: page.getByRole('list', { name: 'Orders' }),
    press: page.getByRole('button', { name: /^Delay .*e-mail/ }),
    result: page.getByRole('region', { name: 'Result' }),
  }
}

for (const width of [390, 1280]) {
  test(`orders chosen in the list are delayed together at ${width} px: undone, delayed again, and answered`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const orders = await addOrders(shop, 3)
    const [first, second, third] = orders
    if (!first || !second || !third) throw new Error('Three orders were added')
    await openDashboard(page, shop, 'orders')
    await page.getByLabel('Search').fill(first.number.slice(0, -1))
    for (const { number } of orders) await page.getByLabel(`Choose ${number}`).check()
    await page.getByRole('link', { name: 'Delay', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Delay 3 orders' })).toBeVisible()

    const { days, reason, list, press, result } = pieces(page)
    await days.fill('3')
    await reason.fill('I have had the flu.')
    await expect(list.getByText(by(later(3)))).toHaveCount(3)
    await expect(page.getByText('3 customers each get an e-mail of their own in a minute')).toBeVisible()
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    // Another device cancels one meanwhile.
    await shop.rows(`update pre_orders set order_status = 'cancelled' where order_number = $1`, [third.number])
    await press.dblclick()
    await expect(result).toContainText(`2 orders are delayed: now ${by(later(3))}`)
    await expect(result).toContainText(`${third.number} This order is already cancelled`)
    await expectAccessible(page)
    expect(await daysOf(shop, orders)).toEqual([later(3), later(3), promised])

    await result.getByRole('button', { name: 'Undo all 2' }).click()
    await expect(result).toContainText('Undone: 2 orders have their old dates, and no e-mail leaves')
    expect(await daysOf(shop, orders)).toEqual([promised, promised, promised])

    await page.goto(`${named(shop)}/admin/orders/delay?orders=${first.number},${second.number}`)
    await page.getByLabel('One new day for all').check()
    const day = page.getByLabel('New dispatch date', { exact: true })
    await day.fill(saturday)
    await expect(page.getByText(`${formatShortWeekday(saturday)} is a weekend day or a bank holiday.`)).toBeVisible()
    await day.fill(later(12))
    await reason.fill('The linen came late.')
    await page.reload()
    await page.getByRole('button', { name: 'Continue with it' }).click()
    await expect(reason).toHaveValue('The linen came late.')
    await expect(list.getByText(by(later(12)))).toHaveCount(2)
    await press.click()
    await expect(page.getByText('Every chosen order is delayed.')).toBeVisible()
    await hurry(shop, orders)
    const message = await emailTo(shop, first.email, /order-choice\?token=/)
    expect(message.text).toContain('The linen came late.')
    await emailTo(shop, second.email, /order-choice\?token=/)
    const link = new URL(/https?:\/\/\S+\/order-choice\?token=[\w-]+/.exec(message.text)?.[0] ?? '')
    const customer = await page.context().newPage()
    await customer.goto(`${shop.url}${link.pathname}${link.search}#keep`)
    await customer.getByRole('button', { name: 'Keep my order' }).click()
    await expect(customer.getByRole('heading', { name: 'Thank you for waiting' })).toBeVisible()
    await customer.close()

    await page.getByRole('link', { name: 'Who answered what' }).click()
    const announced = page
      .getByRole('listitem')
      .filter({ hasText: '“The linen came late.”' })
      .filter({ hasText: first.number })
    await expect(announced.first()).toContainText('2 orders: 1 keeps it, 1 without an answer')
    await expect(announced.first()).toContainText('Keeps it: answered')
    await expect(announced.first()).toContainText('No answer yet. Without one, the order goes ahead.')
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
  })
}

test('after a press whose response is lost the list says what is done, and nothing is delayed twice', async ({
  page,
  shop,
}) => {
  const orders = await addOrders(shop, 2)
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin/orders/delay?orders=${orders.map(({ number }) => number).join()}`)
  const { list, press } = pieces(page)
  await expect(list.getByText(by(later(5)))).toHaveCount(2)
  await page.route('**/functions/v1/delay-orders', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await press.click()
  await expect(page.getByRole('alert').filter({ hasText: 'an order that is delayed already says so' })).toBeVisible()
  await page.unroute('**/functions/v1/delay-orders')
  await expect(
    list.getByText(`Delayed already, to ${formatDay(new Date(later(5)))}: its e-mail leaves in a minute.`),
  ).toHaveCount(2)
  await expect(press).toHaveAttribute('aria-disabled', 'true')
  expect(await daysOf(shop, orders)).toEqual([later(5), later(5)])
  const emails = await shop.rows(`select from private.outbox where kind = 'order_delayed' and recipient = any($1)`, [
    orders.map(({ email }) => email),
  ])
  expect(emails).toHaveLength(2)
})
