import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from './accessible.ts'
import { named, signIn } from './account-holder.ts'
import { addAdministrator } from './admin-people.ts'
import { bought } from './bought.ts'
import { emailTo } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

test.setTimeout(120_000)

const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openBoard(page: Page, shop: ShopUnderTest) {
  await page.goto(`${named(shop)}/admin/board`)
  await expect(page.getByRole('heading', { level: 1, name: 'Board' })).toBeVisible()
}

/** The first number of the pieces that a state shows on a phone. */
const tab = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Work on the pieces' }).getByRole('button', { name: new RegExp(`^${name} `) })

const statusOf = async (shop: ShopUnderTest, id: string) =>
  (
    await shop.rows<{ order_status: string; order_view: string }>(
      'select order_status, order_view from pre_orders where id = $1',
      [id],
    )
  )[0]

test('on a phone one press moves a piece, and its undo gives the order back to its customer', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const holder = await addAdministrator(page, shop)
  const order = await bought(page, shop, undefined, 2)
  await shop.rows(`update order_lines set height_cm = 152, heel_cm = 5, size_advice = $2 where order_id = $1`, [
    order.id,
    JSON.stringify({ size: '14-16', ease: 'close', bust: 104, waist: 88, hips: 112, unit: 'cm' }),
  ])
  await shop.rows(`update pre_orders set notes = 'Please no plastic', gift_note = 'For Ruth' where id = $1`, [order.id])
  await signIn(page, shop, holder)
  await openBoard(page, shop)
  const toCut = list(page, 'To cut')
  const cards = toCut.getByRole('listitem').filter({ hasText: order.order_number })
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toContainText('Height 152 cm, in 5 cm heels')
  await expect(cards.first()).toContainText('Check the size: The finder gave 14–16, 10–12 is ordered. Bust 104')
  await expect(cards.first()).toContainText('For the parcel: Please no plastic')
  await expect(cards.first()).toContainText('Gift note: For Ruth')
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })

  await cards
    .first()
    .getByRole('button', { name: /^Cut: Ruth Skirt/ })
    .click()
  await expect.poll(() => statusOf(shop, order.id)).toMatchObject({ order_status: 'processing' })
  await toCut.getByRole('button', { name: /^Undo/ }).click()
  await expect.poll(() => statusOf(shop, order.id)).toMatchObject({ order_status: 'pending' })
  expect(
    await shop.rows(`select state from private.outbox where order_id = $1 and kind = 'order_in_production'`, [
      order.id,
    ]),
  ).toEqual([{ state: 'dropped' }])

  for (const [from, name] of [
    ['To cut', 'Cut'],
    ['Cut', 'Sewn'],
    ['Sewn', 'Packed'],
  ] as const) {
    const waiting = list(page, from).getByRole('listitem').filter({ hasText: order.order_number })
    await expect(waiting).toHaveCount(2)
    for (let piece = 0; piece < 2; piece += 1) {
      await waiting
        .getByRole('button', { name: new RegExp(`^${name}: `) })
        .first()
        .click()
    }
    await tab(page, name).click()
  }
  await expect.poll(() => statusOf(shop, order.id)).toMatchObject({ order_view: 'to_dispatch' })
  await expect(list(page, 'Packed').getByRole('listitem').filter({ hasText: order.order_number })).toHaveCount(2)
  await expectAccessible(page)
  await shop.rows(`update pre_orders set order_status = 'shipped' where id = $1`, [order.id])
  await expect(list(page, 'Packed').getByText(order.order_number)).toHaveCount(0)
})

test('two devices agree within a second', async ({ page, shop, browser }) => {
  const holder = await addAdministrator(page, shop)
  const order = await bought(page, shop)
  await signIn(page, shop, holder)
  const other = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await signIn(other, shop, holder)
  await openBoard(page, shop)
  await openBoard(other, shop)
  const piece = { hasText: order.order_number }
  await expect(list(other, 'To cut').getByRole('listitem').filter(piece)).toBeVisible()
  await list(page, 'To cut').getByRole('listitem').filter(piece).getByRole('button', { name: /^Cut/ }).click()
  // Half a second between two reads; the rest is the machine of the tests, which other tests share.
  await expect(list(other, 'To cut').getByRole('listitem').filter(piece)).toHaveCount(0, { timeout: 3_000 })
  await tab(other, 'Cut').click()
  await list(other, 'Cut').getByRole('listitem').filter(piece).getByRole('button', { name: /^Sewn/ }).click()
  await expect(list(page, 'Sewn').getByText(order.order_number)).toBeVisible()
  await other.context().close()
})

test('presses without a connection are kept through a closed tab and sent, and a cancelled piece says so', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const holder = await addAdministrator(page, shop)
  const [kept, cancelled] = [await bought(page, shop), await bought(page, shop)]
  await signIn(page, shop, holder)
  await openBoard(page, shop)
  const cut = (number: string) =>
    list(page, 'To cut').getByRole('listitem').filter({ hasText: number }).getByRole('button', { name: /^Cut/ })
  await expect(cut(kept.order_number)).toBeVisible()
  // The connection only seems alive: requests fail.
  await page.context().route('**/functions/v1/**', (route) => route.abort())
  await cut(kept.order_number).click()
  await cut(cancelled.order_number).click()
  await expect(page.getByText('No connection. 2 presses are kept on this device')).toBeVisible()
  await tab(page, 'Cut').click()
  const held = list(page, 'Cut').getByRole('listitem').filter({ hasText: kept.order_number })
  await expect(held).toContainText('Kept on this device, not sent yet.')
  await held.getByRole('button', { name: /^Sewn/ }).click()
  await shop.rows(`update pre_orders set order_status = 'cancelled' where id = $1`, [cancelled.id])
  expect(await statusOf(shop, kept.id)).toMatchObject({ order_status: 'pending' })

  const context = page.context()
  await page.goto('about:blank')
  await context.unroute('**/functions/v1/**')
  await openBoard(page, shop)
  await expect(
    page.getByRole('alert').filter({ hasText: `${cancelled.order_number} was cancelled meanwhile` }),
  ).toBeVisible()
  await expect.poll(() => statusOf(shop, kept.id)).toMatchObject({ order_status: 'processing' })
  await tab(page, 'Sewn').click()
  await expect(list(page, 'Sewn').getByRole('listitem').filter({ hasText: kept.order_number })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'cancelled meanwhile' })).toHaveCount(0)
  // For the journeys of the money page: nothing is owed.
  await shop.rows(`update pre_orders set order_status = 'pending' where id = $1`, [cancelled.id])
})

test('the metres of a garment’s sizes are given with the garment, and the board says what is needed and what is left', async ({
  page,
  shop,
}) => {
  const holder = await addAdministrator(page, shop)
  const order = await bought(page, shop)
  await signIn(page, shop, holder)
  await page.goto(`${named(shop)}/admin?tab=products`)
  await page
    .getByRole('main')
    .getByRole('button', { name: /Edit.*Ruth Skirt|Ruth Skirt.*Edit/ })
    .first()
    .click()
  await page.getByText('More details').click()
  await page.getByLabel('Cloth', { exact: true }).fill('Oat linen')
  await page.getByLabel('Width of the cloth').fill('150')
  await page.getByLabel('Metres for 10–12').fill('lots')
  await page.getByLabel('Metres for 12–14').focus()
  await expect(page.getByText('Metres, such as 2.4.')).toBeVisible()
  await page.getByLabel('Metres for 10–12').fill('2,4')
  await page.getByLabel('Metres for 10–12').press('Enter')
  await expect
    .poll(() => shop.rows(`select metres from private.garment_cloths where cloth = 'Oat linen'`))
    .toEqual([{ metres: { '10-12': 2.4 } }])
  await expect(page.getByText('Saved.')).toBeVisible()
  await expectAccessible(page)
  await openBoard(page, shop)
  const piece = list(page, 'To cut').getByRole('listitem').filter({ hasText: order.order_number })
  await expect(piece).toBeVisible()
  await page.getByText(/^Cloth: /).click()
  await page.getByLabel('In stock, in metres').fill('1')
  await page.getByRole('button', { name: 'Save the metres of Oat linen' }).click()
  await expect(page.getByText(/^1 m in stock/)).toBeVisible()
  await expect(page.getByText(/Oat linen: 1 m in stock.*enough until the pieces for/)).toBeVisible()
  await page.getByLabel('Counted now, in metres').fill('400')
  await page.getByRole('button', { name: 'Save the metres of Oat linen' }).click()
  await expect(page.getByText(/^400 m in stock: enough for all/)).toBeVisible()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await piece.getByRole('button', { name: /^Cut/ }).click()
  await expect(page.getByText(/^397.6 m in stock: enough for all/)).toBeVisible()
  expect(await emailTo(shop, order.customer_email ?? '', /being made/)).toBeTruthy()
})
