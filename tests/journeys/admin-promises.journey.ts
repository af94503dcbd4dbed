import { shopDate } from '../../src/base/shop-clock.ts'
import { expectAccessible, expectFits } from './accessible.ts'
import { addOrder, named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

const word = () => crypto.randomUUID().slice(0, 6).toUpperCase()

async function addDue(shop: ShopUnderTest, day: string, more = ''): Promise<string> {
  const number = `PRM-${word()}`
  await addOrder(shop, {
    email: `${number.toLowerCase()}@example.com`,
    number,
    more: `, dispatch_by = '${day}'${more}`,
  })
  return number
}

/** Paid orders that were first promised for a day; `left`: they left a day before it. */
async function addPromised(shop: ShopUnderTest, day: string, { count, left }: { count: number; left: boolean }) {
  return shop.rows<{ order_number: string }>(
    `with placed as (
       insert into pre_orders (order_number, customer_name, customer_email, product_name, product_size, product_price,
         final_amount, payment_status, provider_state, paid_at, dispatch_by, order_status, shipped_at)
       select 'PRM-' || substr(md5(random()::text), 1, 8), 'Ruth Moab', 'ruth@example.com', 'Mary Dress', '10-12', 89, 89, 'paid',
         'paid', now(), $1::date, case when $3 then 'shipped' else 'pending' end, case when $3 then $1::date - interval '12 hours' end
         from generate_series(1, $2) returning id, order_number),
     lines as (
       insert into order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity, dispatch_by)
       select id, 0, gen_random_uuid(), 'mary-dress', 'Mary Dress', '10-12', 89, 1, $1::date from placed)
     select order_number from placed`,
    [day, count, left],
  )
}

for (const width of [390, 1280]) {
  test(`days off and closing show which promises fall into them, and exactly those are delayed, at ${width} px`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    // A week of its own for each width: a delay of a year or more is refused, so that nothing is sent here.
    const year = width === 390 ? 2032 : 2033
    const [monday, wednesday, friday] = width === 390 ? ['03-08', '03-10', '03-12'] : ['03-07', '03-09', '03-11']
    const due = [await addDue(shop, `${year}-${wednesday}`), await addDue(shop, `${year}-${wednesday}`)]
    await openDashboard(page, shop)
    await page.goto(`${named(shop)}/admin/settings?section=all`)
    const part = page.getByRole('region', { name: 'Days off' })
    await part.getByLabel('First day off').fill(`${year}-${monday}`)
    await part.getByLabel('Last day off').fill(`${year}-${friday}`)
    await expect(part.getByText('2 orders are promised for these days')).toBeVisible()
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      part.getByRole('link', { name: 'Delay these 2 orders' }).click(),
    ])
    await expect(opened.getByRole('heading', { name: 'Delay 2 orders' })).toBeVisible()
    for (const number of due) await expect(opened.getByRole('link', { name: number })).toBeVisible()
    await expect(opened.getByLabel('Working days later', { exact: true })).toHaveValue('5')
    await opened.close()
    // Nothing was saved, and the days stay chosen.
    await expect(part.getByLabel('Last day off')).toHaveValue(`${year}-${friday}`)

    const soon = shopDate(new Date(Date.now() + 5 * 86_400_000))
    const now = await addDue(shop, soon)
    const closing = page.getByRole('region', { name: 'Closed until' })
    await closing.getByLabel('Stop selling').check()
    await expect(closing.getByText(/orders? (is|are) promised for these days/)).toBeVisible()
    const [all] = await Promise.all([
      page.waitForEvent('popup'),
      closing.getByRole('link', { name: /^Delay (this|these \d+) orders?$/ }).click(),
    ])
    await expect(all.getByRole('link', { name: now })).toBeVisible()
    await all.close()
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
  })

  test(`kept promises are counted, and shoppers read one true sentence once the owner shows it, at ${width} px`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const day = shopDate(new Date(Date.now() - 3 * 86_400_000))
    await openDashboard(page, shop)
    const score = page.getByRole('region', { name: 'Promises kept' })
    // Other journeys of this worker have orders too.
    await page.goto(`${named(shop)}/admin/promises`)
    const sentence = await score.getByText(/of the last twelve months/).innerText()
    const [kept, decided] = (/^(\d+) of (\d+)/.exec(sentence) ?? [0, 0, 0]).slice(1).map(Number) as [number, number]
    await addPromised(shop, day, { count: 30, left: true })
    const [late] = await addPromised(shop, day, { count: 1, left: false })
    await page.reload()
    await expect(
      score.getByText(`${kept + 30} of ${decided + 31} orders of the last twelve months left`, { exact: false }),
    ).toBeVisible()
    await expect(score.getByRole('table', { name: 'By garment' })).toContainText('Mary Dress')
    await score.getByText(/and why$/).click()
    await expect(score.getByRole('listitem').filter({ hasText: late?.order_number ?? 'none' })).toContainText(
      'has not left',
    )
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    const about = () => fetch(`${shop.url}/about`).then((response) => response.text())
    expect(await about()).not.toContain('left on or before the day we gave')
    await score.getByLabel('Show this sentence on the About page').check()
    await score.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The shop shows it now.')).toBeVisible()
    await expect.poll(about).toMatch(/In the last twelve months, \d+ of \d+ orders left on or before the day we gave\./)
    await shop.rows(`delete from private.settings where name = 'shows_score'`)
    await expect.poll(about).not.toContain('left on or before the day we gave')
    await shop.rows(`delete from pre_orders where order_number like 'PRM-%'`)
  })

  test(`a pre-order ends on a Sunday at 23:59; its page says that the date has not moved until it moves, at ${width} px`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const slug = `sunday-${word().toLowerCase()}`
    await shop.rows(
      `insert into products (name, slug, description, price, active) values ('Sunday Gown', $1, 'Long.', 89, true)`,
      [slug],
    )
    await openDashboard(page, shop)
    const edit = async () => {
      await page.goto(`${named(shop)}/admin?tab=products&q=${slug}`)
      await page.getByRole('button', { name: 'Edit Sunday Gown' }).click()
    }
    const save = async () => {
      await page.getByRole('button', { name: 'Save Product' }).click()
      await expect(page.getByText('Product updated successfully')).toBeVisible()
    }
    const today = new Date(shopDate(new Date()))
    const sunday = (weeks: number) => {
      const day = new Date(today.getTime() + (7 * weeks + ((7 - today.getUTCDay()) % 7)) * 86_400_000)
      return `${day.toISOString().slice(0, 10)}T23:59`
    }
    await edit()
    await page.getByLabel('Enable Pre-Order').check()
    await page.getByLabel('Pre-Order Active Days').fill('3')
    await expect(page.getByLabel(/^Ends on/)).not.toHaveValue('')
    await page.getByLabel(/^Ends on/).fill(sunday(2))
    await expect(page.getByText(/^If you save now, it ends on Sunday .* at 23:59\.$/)).toBeVisible()
    await expectFits(page, [390, 1280])
    await save()
    const text = async () => (await (await fetch(`${shop.url}/product/${slug}`)).text()).replaceAll(/<[^>]*>/g, '')
    await expect.poll(text).toMatch(/closes Sunday .* at 23:59, UK time\. This date has not moved\./)

    await edit()
    await page.getByLabel(/^Ends on/).fill(sunday(3))
    await save()
    await expect.poll(text).toMatch(/closes Sunday .* at 23:59, UK time\. It takes/)
    expect(await text()).not.toContain('has not moved')
    await edit()
    await page.getByText('2 ends have been shown').click()
    await page.getByRole('button', { name: 'Add a reason' }).first().click()
    await page.getByLabel('Why (only you see it)').fill('The linen came late.')
    await page.getByRole('button', { name: 'Save the reason' }).click()
    await expect(page.getByText('“The linen came late.”')).toBeVisible()
    await expectAccessible(page)
    await shop.rows('delete from products where slug = $1', [slug])
  })
}
