import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { withAnotherShop } from './another-shop.ts'
import { goToPayment, openCart, ordersOf, pay, putInCart } from './buyer.ts'
import { emailTo } from './mailbox.ts'
import { old, oldColours } from './old-colours.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'
import { notices } from './signing.ts'

/** What is true of the example shop alone. Keys of the browser's storage stay `tkw-`, so that no cart is lost. */
const formerWords = /kindred|14 orchard row|hebden|hx7 8ad|tkw-(?!cart|h\w+|saved|signed|still|\$)|county down|16–18/gi

const addresses = [
  '/',
  '/shop',
  '/pre-order',
  '/saved',
  '/samples',
  '/cart',
  '/checkout/success',
  '/coming-soon',
  '/no-such-page',
]
const files = [
  ...['/sitemap.xml', '/manifest.webmanifest', '/robots.txt', '/favicon.svg'],
  ...['/feeds/google.xml', '/feeds/google.txt'],
]

test('a fresh shop becomes another boutique through the browser alone, and nothing of the old one is left', async ({
  browser,
  page,
}) => {
  test.setTimeout(480_000)
  await withAnotherShop({}, async (url, rows) => {
    const shop = { url, rows }
    await page.setViewportSize({ width: 1280, height: 900 })
    await openDashboard(page, shop)
    const formerCard = await cardOf(shop, '/')
    await becomeWoolAndWind(page, shop)
    await lookOtherwise(page, shop)

    await goTo(page, shop, '/admin')
    await page.getByRole('button', { name: 'Add New Product' }).click()
    await page.getByLabel('Product Name').fill('Shore Jumper')
    await page.getByLabel('Description').fill('A jumper for windy days.')
    await page.getByLabel('Price').fill('95')
    await page.getByLabel('Product Image').setInputFiles(['db/catalogue/pictures/deborah-coat.jpg'])
    await page.getByRole('button', { name: 'Save Product' }).click()
    await expect(page.getByText('Product added successfully')).toBeVisible()
    await deleteExamples(page, shop)

    const email = `buyer-${Date.now()}@example.com`
    await using context = await browser.newContext({ baseURL: url })
    const shopper = await context.newPage()
    await putInCart(shopper, { name: 'Shore Jumper', size: 'M' })
    await openCart(shopper)
    const payment = await goToPayment(shopper)
    await pay(payment, { email })
    await expect(payment.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
    const [order] = await ordersOf(shop, email)
    expect(order?.order_number).toMatch(/^WW-/)
    expect(await rows('select size from public.order_lines')).toEqual([{ size: '10-12' }])
    await emailTo(shop, email, /order/i)

    await expectNothingFormer(page, shop, email)
    for (const path of ['/', '/shop', '/product/shore-jumper', '/size-guide', '/contact']) {
      await shopper.goto(path)
      expect(await oldColours(shopper), path).toEqual([])
    }
    const [home, jumper] = [await cardOf(shop, '/'), await cardOf(shop, '/product/shore-jumper')]
    expect(home.picture.equals(formerCard.picture)).toBe(false)
    expect([home.site, jumper.site]).toEqual(['Wool &amp; Wind', 'Wool &amp; Wind'])
    expect(jumper.title).toContain('Shore Jumper')
    const slip = await page.goto(`${named(shop)}/admin/orders/packing-slips?view=to_make`)
    expect(slip?.status()).toBe(200)
    await expect(page.getByText(order?.order_number ?? '')).toBeVisible()
    expect((await page.content()).match(formerWords)).toBeNull()
  })
})

const goTo = (page: Page, shop: ShopUnderTest, path: string) => page.goto(`${named(shop)}${path}`)

async function becomeWoolAndWind(page: Page, shop: ShopUnderTest): Promise<void> {
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  const save = async (name: string) => {
    await part(name).getByRole('button', { name: 'Save', exact: true }).click()
    await expect(part(name).getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true')
  }
  await goTo(page, shop, '/admin/settings')
  await page.getByRole('link', { name: 'All on one page' }).click()
  const identity = part('Name and description')
  await identity.getByLabel('Shop name').fill('Wool & Wind')
  await identity.getByLabel('Short name').fill('wool')
  await identity.getByLabel('Description').fill('Jumpers and skirts of wool, knitted for windy days.')
  await save('Name and description')
  const trader = part('Who sells')
  await trader.getByLabel('Trader').fill('Isla Grant')
  await trader.getByLabel('Postal address').fill('3 Shore Street\nUllapool\nIV26 2UJ\nUnited Kingdom')
  await save('Who sells')
  await part('E-mail and social media').getByLabel('E-mail address').fill('isla@woolandwind.example')
  await part('E-mail and social media').getByLabel('Social media').fill('')
  await save('E-mail and social media')
  await part('Order numbers').getByLabel('Letters before the number').fill('ww')
  await save('Order numbers')
  await part('Consent to e-mails')
    .getByLabel('What people agree to')
    .fill('Wool & Wind will e-mail you. Unsubscribe any time.')
  await save('Consent to e-mails')
  await part('Zones and prices').locator('summary', { hasText: 'Europe' }).click()
  const europe = part('Zones and prices').locator('details', { hasText: 'Europe' }).first()
  await europe.getByLabel('Price, £').fill('19.50')
  await save('Zones and prices')

  await goTo(page, shop, '/admin/pages/edit?path=/about')
  await page.getByRole('button', { name: /^Points Pattern/ }).click()
  await page.getByRole('button', { name: 'Delete Points 9' }).click()
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(notices(page).getByText('Shoppers see it now.')).toBeVisible()
}

/** The look, sizes, kinds and the picture of Home. */
async function lookOtherwise(page: Page, shop: ShopUnderTest): Promise<void> {
  await goTo(page, shop, '/admin/look')
  await page.getByRole('button', { name: /^Juniper/ }).click()
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60"><path d="M0 0h60v60zM90 0h310v20H90z"/></svg>'
  const wordmark = await sharp(Buffer.from(drawing)).png().toBuffer()
  await page
    .getByLabel('The shop’s name as a picture')
    .setInputFiles({ name: 'name.png', mimeType: 'image/png', buffer: wordmark })
  await expect(page.getByRole('button', { name: 'Show the name in letters' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Pages and e-mails have this look now.').first()).toBeVisible()

  await goTo(page, shop, '/admin/settings?section=garments#sizes')
  const sizes = page.getByRole('region', { name: 'Sizes', exact: true })
  for (const [at, name] of ['S', 'M', 'L', 'XL', 'XXL'].entries())
    await sizes
      .getByRole('textbox', { name: /^Size of/ })
      .nth(at)
      .fill(name)
  await sizes.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(notices(page).getByText('The shop shows it now.')).toBeVisible()
  await page.getByRole('link', { name: 'Change the kinds' }).click()
  await page.getByRole('button', { name: 'Add a kind' }).click()
  await page.getByLabel('For several').fill('Jumpers')
  await page.getByLabel('For one').fill('Jumper')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Kinds in order' })).toContainText('Jumpers')

  await goTo(page, shop, '/admin/pages/edit?path=/')
  await page
    .getByRole('button', { name: /^Picture/ })
    .first()
    .click()
  await page.getByLabel('Picture', { exact: true }).setInputFiles('db/catalogue/pictures/deborah-coat.jpg')
  await expect(page.getByText('What is never cut off')).toBeVisible()
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(notices(page).getByText('Shoppers see it now.')).toBeVisible()
}

/** What other sites show beside a link to a page. */
async function cardOf(shop: ShopUnderTest, path: string) {
  const html = await (await fetch(shop.url + path)).text()
  const meta = (name: string) => new RegExp(`property="og:${name}" content="([^"]*)"`).exec(html)?.[1] ?? ''
  const picture = await fetch(shop.url + new URL(meta('image')).pathname)
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
  return { title: meta('title'), site: meta('site_name'), picture: Buffer.from(await picture.arrayBuffer()) }
}

async function deleteExamples(page: Page, shop: ShopUnderTest): Promise<void> {
  await goTo(page, shop, '/admin/start')
  const examples = page.getByRole('button', { name: 'Delete the examples' })
  await examples.click()
  await page.getByRole('button', { name: 'Delete them' }).click()
  await expect(examples).toHaveCount(0)
}

/** Every page that is linked, every file, e-mail and card. */
async function expectNothingFormer(page: Page, shop: ShopUnderTest, buyer: string): Promise<void> {
  const found: string[] = []
  const note = (where: string, text: string) => {
    for (const [words] of text.matchAll(new RegExp(`.{0,60}(?:${formerWords.source}).{0,40}`, 'gi')))
      found.push(`${where}: ${words}`)
  }
  const waiting = [...addresses, ...files]
  const seen = new Set<string>()
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const response = await fetch(shop.url + path)
    const type = response.headers.get('content-type') ?? ''
    if (!/html|xml|json|text/.test(type)) continue
    const text = await response.text()
    if (files.includes(path)) {
      expect(response.status, path).toBe(200)
      for (const colour of old) if (text.includes(colour)) found.push(`${path}: ${colour}`)
    }
    note(path, text)
    if (!type.includes('html')) continue
    for (const [, link = ''] of text.matchAll(/href="(\/(?!assets|storage|dev)[^"#?]*)/g)) waiting.push(link)
  }
  expect(seen.size).toBeGreaterThan(20)
  const sent = await shop.rows<{ parts: string }>(
    `select concat_ws(E'\\n', sender, subject, text, html, headers) as parts from private.mailbox where recipient = $1`,
    [buyer],
  )
  expect(sent).not.toEqual([])
  for (const { parts } of sent) note('e-mail of the order', parts)
  await goTo(page, shop, '/admin/emails')
  await expect(page.getByRole('link', { name: 'Order confirmation' })).toBeVisible()
  const emails = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  const samples = emails.filter((each) => each.includes('/admin/emails/'))
  expect(samples.length).toBeGreaterThan(20)
  for (const address of samples) {
    await page.goto(address)
    const frame = page.frameLocator('iframe').locator('body')
    await expect(frame).not.toBeEmpty()
    note(address, await frame.innerHTML())
  }
  expect(found).toEqual([])
}
