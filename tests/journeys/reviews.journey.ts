import sharp from 'sharp'
import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { bought } from './bought.ts'
import { emailTo } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

type Order = Awaited<ReturnType<typeof bought>>

/** The link of the review request, as the hourly job queues it once the order has been there for three weeks. */
async function askedLink(shop: ShopUnderTest, { id, customer_email: email }: Order): Promise<string> {
  await shop.rows(
    `update pre_orders set order_status = 'delivered', shipped_at = now() - interval '24 days' where id = $1`,
    [id],
  )
  await shop.rows(`update pre_orders set delivered_at = now() - interval '22 days' where id = $1`, [id])
  await shop.rows(`select private.queue_email('order_review_request', $1::text, $2, '{}', $1::uuid)`, [id, email])
  const { subject, text } = await emailTo(shop, email ?? '', /\/review\/[\w-]{48}/)
  expect(subject).toBe('How is your Ruth Skirt?')
  return `${named(shop)}${/\/review\/[\w-]{48}/.exec(text)?.[0] ?? ''}`
}

const hostile = '<img src=x onerror="window.harmed=1"></script><script>window.harmed=1</script>'

test('a buyer reviews on a phone with a photograph, the owner publishes and answers, a visitor reads, the buyer erases', async ({
  page,
  shop,
  request,
}) => {
  test.setTimeout(240_000)
  const order = await bought(page, shop)
  const link = await askedLink(shop, order)
  expect((await request.get(link)).headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  const before = await request.get(`${named(shop)}/product/ruth-skirt`)
  expect(await before.text()).not.toContain('aggregateRating')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(link)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2, name: 'Ruth Skirt' })).toBeVisible()
  await expectFits(page, [1280, 390])
  await expectAccessible(page)
  await main.getByLabel('Your review', { exact: true }).fill(`The hem is even.\n${hostile}`)
  await main.getByRole('button', { name: 'Send my review' }).click()
  await expect(main.getByText('Please choose from one to five stars.')).toBeVisible()
  await expect(main.getByText('Please agree that we may publish it.')).toBeVisible()
  await expect(main.getByLabel('Your review', { exact: true })).toHaveValue(/The hem is even/)
  await expectAccessible(page)

  await main.locator('label').filter({ hasText: '4 of 5, very good' }).click()
  await main.getByLabel('True to size').check()
  await main.getByLabel('Your height (optional)').fill('5 ft 6')
  await expect(main.getByLabel('Name to show')).toHaveValue('Miriam')
  const picture = sharp({ create: { width: 600, height: 800, channels: 3, background: '#8a7f70' } })
  const withPlace = picture.jpeg().withExif({ IFD0: { Copyright: 'a place in Leeds' } })
  await main
    .getByLabel('Add photographs')
    .setInputFiles({ name: 'skirt.jpg', mimeType: 'image/jpeg', buffer: await withPlace.toBuffer() })
  await expect(main.getByRole('img', { name: 'skirt.jpg' })).toBeVisible()
  await main.getByRole('checkbox').check()
  await main.getByRole('button', { name: 'Send my review' }).click()
  await expect(main.getByText('Thank you, we have your review.')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Change it' })).toBeVisible()
  await expectAccessible(page)

  await openDashboard(page, shop)
  await page.setViewportSize({ width: 1280, height: 900 })
  const menu = page.getByRole('navigation', { name: 'Back office' })
  await menu.getByRole('link', { name: /^Reviews.*needs? your attention/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reviews' })).toBeVisible()
  const entry = page.getByRole('listitem').filter({ hasText: order.order_number })
  await expect(entry).toContainText('The hem is even.')
  await expect(entry.getByRole('img', { name: /out of 5 stars/ })).toHaveCount(0)
  const seen = entry.getByRole('img', { name: 'The customer’s photograph 1 of 1' })
  await expect.poll(() => seen.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600)
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await entry.getByRole('button', { name: 'Leave it out' }).click()
  await entry.getByRole('button', { name: 'Leave it out and write to the customer' }).click()
  await expect(entry.getByText('Please choose one of the four reasons.')).toBeVisible()
  await expectAccessible(page)
  await entry.getByRole('button', { name: 'Not yet' }).click()
  await entry.getByRole('button', { name: 'Publish' }).click()
  await expect(entry.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible()
  await entry.getByRole('button', { name: 'Answer it' }).click()
  await entry.getByLabel('Your answer, for everyone to read').fill('Thank you, Miriam.')
  await entry.getByRole('button', { name: 'Save the answer' }).click()
  await expect(entry.getByText('Your answer: Thank you, Miriam.')).toBeVisible()
  await entry.getByText('History').click()
  await expect(entry.getByRole('listitem').filter({ hasText: /: Published by .+@/ })).toBeVisible()

  // A visitor, at first without a script: the page in the cache was dropped.
  let html = ''
  await expect(async () => {
    html = await (await request.get(`${named(shop)}/product/ruth-skirt`)).text()
    expect(html).toContain('Thank you, Miriam.')
  }).toPass()
  expect(html).toContain('"aggregateRating"')
  expect(html).not.toContain('<img src=x')
  expect(html).not.toContain(order.order_number)
  expect(html).not.toContain(order.customer_email ?? '')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${named(shop)}/product/ruth-skirt`)
  await main.getByRole('link', { name: '4 out of 5 stars 1 review' }).click()
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await expect(reviews).toBeInViewport()
  await expect(reviews).toContainText('Bought in size 10–12, 168 cm tall. Fit: true to size.')
  await expect(reviews).toContainText(hostile)
  const shown = reviews.getByRole('img', { name: 'Miriam’s Ruth Skirt, photograph 1 of 1' })
  // The part is rendered anew once its code arrives after the link was followed.
  await expect(() => shown.scrollIntoViewIfNeeded()).toPass()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const url = (await shown.getAttribute('src')) ?? ''
  const original = url.replace('/render/image/', '/object/').replace(/\?.*/, '')
  const photograph = await request.get(`${named(shop)}${original}`)
  expect([photograph.status(), photograph.headers()['cache-control']]).toEqual([200, 'max-age=3600'])
  expect((await photograph.body()).includes('a place in Leeds')).toBe(false)
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
  await expectFits(page, [1280, 390])
  await expectAccessible(page)

  await page.goto(link)
  await expect(main.getByText('Our answer: Thank you, Miriam.')).toBeVisible()
  await main.getByRole('button', { name: 'Erase it' }).click()
  await main.getByRole('button', { name: 'Erase my review' }).click()
  await expect(main.getByRole('button', { name: 'Send my review' })).toBeVisible()
  await expect(async () => {
    const after = await (await request.get(`${named(shop)}/product/ruth-skirt`)).text()
    expect(after).not.toContain('The hem is even')
  }).toPass()
  await expect.poll(async () => (await request.get(`${named(shop)}${original}`)).status()).toBeGreaterThanOrEqual(400)
})

test('the second link of the e-mail turns review requests off with one press, and on again', async ({ page, shop }) => {
  const order = await bought(page, shop)
  const link = await askedLink(shop, order)
  await page.goto(`${link}#stop`)
  const section = page.getByRole('region', { name: 'Review e-mails' })
  await section.getByRole('button', { name: 'Don’t ask me for reviews' }).click()
  await expect(section.getByRole('status')).toContainText('We won’t ask you for reviews again.')
  await section.getByRole('button', { name: 'Ask me again' }).click()
  await expect(section.getByRole('status')).toContainText('We ask for reviews once per order')
})

test('a review link that is cut off says so, and the page of an order leads to its reviews once it has arrived', async ({
  page,
  shop,
}) => {
  await page.goto(`${named(shop)}/review/${'A'.repeat(48)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'This link doesn’t work' })).toBeVisible()
  await expectAccessible(page)
  const order = await bought(page, shop)
  const { text } = await emailTo(shop, order.customer_email ?? '', /\/order\/[\w-]{48}/)
  const orderPage = `${named(shop)}${/\/order\/[\w-]{48}/.exec(text)?.[0] ?? ''}`
  await page.goto(orderPage)
  await expect(page.getByRole('link', { name: 'Write a review' })).toHaveCount(0)
  await shop.rows(`update pre_orders set order_status = 'delivered' where id = $1`, [order.id])
  await page.reload()
  await page.getByRole('link', { name: 'Write a review' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'How did it turn out?' })).toBeVisible()
})

test('the second page of a garment’s reviews has the oldest, and leads back to the newest', async ({ page, shop }) => {
  const order = await bought(page, shop)
  try {
    await shop.rows(
      `with lines as (
         insert into order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity, dispatch_by)
           select line.order_id, 100 + number, product.id, product.slug, product.name, '10-12', 1, 1, line.dispatch_by
             from order_lines line, products product, generate_series(1, 61) number
            where line.order_id = $1 and product.slug = 'naomi-abaya'
         returning id, order_id, product_id, size, position
       )
       insert into reviews (line_id, order_id, product_id, size, stars, words, fit, name, consent_text, state, written_at, published_at)
         select id, order_id, product_id, size, 5, 'Review number ' || position - 100, 'true', 'Miriam', 'Yes', 'published', at, at
           from lines, lateral (select now() - interval '1 year' + make_interval(days => position) as at) times`,
      [order.id],
    )
    const reviews = page.getByRole('region', { name: 'Reviews' })
    const path = `${named(shop)}/product/naomi-abaya`
    await expect(async () => {
      await page.goto(path)
      await expect(reviews).toContainText('Reviews 1–60 of 61, the newest first.', { timeout: 2_000 })
    }).toPass()
    await expect(reviews.getByText('Review number 1', { exact: true })).toHaveCount(0)
    await reviews.getByRole('link', { name: 'Older reviews' }).click()
    await expect(page).toHaveURL(`${path}?reviews=2#reviews`)
    await expect(reviews).toContainText('Reviews 61–61 of 61')
    await expect(reviews.getByRole('article')).toHaveCount(1)
    await expect(reviews.getByText('Review number 1', { exact: true })).toBeVisible()
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    await reviews.getByRole('link', { name: 'Newer reviews' }).click()
    await expect(reviews.getByText('Review number 61', { exact: true })).toBeVisible()
  } finally {
    await shop.rows('delete from reviews where order_id = $1', [order.id])
  }
})
