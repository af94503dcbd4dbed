import { readFile } from 'node:fs/promises'
import { expectAccessible, expectFits } from './accessible.ts'
import { addOrder, named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

test.setTimeout(240_000)

// Pictures of a private network are refused at once, so no journey reaches the internet.
const picture = 'http://10.0.0.7/mary.jpg'
const since2025 = `Title,URL handle,Description,Type,Option1 name,Option1 value,Option2 name,Option2 value,Price,Compare-at price,Product image URL,Image alt text
Moved Mary Dress,moved-mary-dress,"<p>Linen.</p><p>To the ankle.</p>",Dress,Size,8-10,,,89.00,120.00,${picture},In oat
,moved-mary-dress,,,,10-12,,,89.00,,,
Moved Ruth Skirt,moved-ruth-skirt,,Skirt,Size,S,Color,Oat,60,,,
,moved-ruth-skirt,,,,S,,Navy,60,,,
Moved Voucher,moved-voucher,,,,,,,ten,,,
`
const before2025 = `Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant Price,Image Src
moved-mary-dress,Moved Mary Dress,,Size,8-10,89.00,
moved-anna-coat,Moved Anna Coat,<b>Wool</b>,Title,Default Title,150.00,
`
const etsy = `TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES,SKU
Moved Lydia &quot;Abaya&quot;,Cut for &#39;you&#39;.,75.00,GBP,5,modest,Linen,,Custom Property,Size,"8-10,10-12",L1
Moved Dollar Dress,In dollars.,75.00,USD,5,,,,,,,
`

const garments = (shop: ShopUnderTest) =>
  shop.rows("select slug, active, sizes from products where slug like 'moved-%' order by slug")

test('the owner brings garments from both kinds of Shopify files and from Etsy, and takes them out again', async ({
  page,
  shop,
}) => {
  await openDashboard(page, shop, 'products')
  await page.getByRole('link', { name: 'Move in from Etsy or Shopify' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Move in' })).toBeVisible()
  const choose = (name: string, text: string) =>
    page.getByLabel('The file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  const imports = page.getByRole('list', { name: 'Imports so far' }).locator('> li')

  await choose('holiday.csv', 'Day,Weather\nMonday,Rain\n')
  await expect(page.getByRole('alert')).toContainText('neither Shopify’s nor Etsy’s')

  await choose('products_export_1.csv', since2025)
  await expect(page.getByRole('heading', { name: '3 new garments' })).toBeFocused()
  const preview = page.getByRole('list', { name: '3 new garments' })
  await expect(preview.getByRole('listitem')).toHaveText([
    /^Moved Mary Dress£89.00 · 8–10, 10–12 · 1 picture$/,
    /^Moved Ruth Skirt, Oat£60.00 · S · Oat/,
    /^Moved Ruth Skirt, Navy£60.00 · S · Navy/,
  ])
  await expect(page.getByRole('row', { name: /^6 Moved Voucher “ten” is no price\.$/ })).toBeVisible()
  await expect(page.getByText('crossed-out prices are left behind')).toBeVisible()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  expect(await garments(shop)).toEqual([])
  await page.getByRole('button', { name: 'Add 3 hidden garments' }).click()
  await expect(imports).toHaveCount(1)
  await expect(imports.first()).toContainText('1 picture could not be fetched.', { timeout: 30_000 })
  await imports.first().getByText('Which, and why').click()
  await expect(imports.first()).toContainText('Moved Mary Dress: Its address is inside a private network.')
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  expect(await garments(shop)).toEqual([
    { slug: 'moved-mary-dress', active: false, sizes: ['8-10', '10-12'] },
    { slug: 'moved-ruth-skirt-navy', active: false, sizes: ['S'] },
    { slug: 'moved-ruth-skirt-oat', active: false, sizes: ['S'] },
  ])

  await choose('products_export_old.csv', before2025)
  await expect(page.getByRole('heading', { name: '1 new garment' })).toBeFocused()
  await expect(page.getByText('1 garment of it is here already and stays unchanged.')).toBeVisible()
  await page.getByRole('button', { name: 'Add 1 hidden garment' }).click()
  await expect(imports).toHaveCount(2)

  await choose('EtsyListingsDownload.csv', etsy)
  await expect(page.getByRole('row', { name: /^3 Moved Dollar Dress Its price is in USD/ })).toBeVisible()
  await page.getByRole('button', { name: 'Add 1 hidden garment' }).click()
  await expect(imports).toHaveCount(3)
  await choose('EtsyListingsDownload.csv', etsy)
  await expect(page.getByRole('heading', { name: 'Nothing new in this file' })).toBeFocused()

  // A published garment answers at its former address too.
  await shop.rows("update products set active = true where slug = 'moved-ruth-skirt-oat'")
  const { request } = page
  const leads = async (path: string) =>
    (await request.get(`${named(shop)}${path}`, { maxRedirects: 0 })).headers().location ?? null
  await expect.poll(() => leads('/products/moved-ruth-skirt')).toBe('/product/moved-ruth-skirt-oat')
  expect(await leads('/products/moved-mary-dress')).toBeNull()
  expect(await leads('/collections/skirts')).toBe('/shop?kind=skirts')
  expect(await leads('/policies/refund-policy')).toBe('/returns-refunds')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as a Shopify file' }).click(),
  ])
  const saved = await readFile(await download.path(), 'utf8')
  expect(saved).toContain('moved-ruth-skirt-oat')
  expect(saved.split('\r\n')[0]).toMatch(/^Title,URL handle,Description,/)

  for (const count of [2, 1]) {
    await imports.first().getByRole('button', { name: 'Undo: remove 1 hidden garment' }).click()
    await expect(imports).toHaveCount(count)
  }
  await imports.first().getByRole('button', { name: 'Undo: remove 2 hidden garments' }).click()
  await expect(imports.first()).toContainText('2 deleted since · 1 changed or published since')
  await expect(page.getByRole('heading', { name: 'Nothing new in this file' })).toBeHidden()
  expect(await garments(shop)).toEqual([{ slug: 'moved-ruth-skirt-oat', active: true, sizes: ['S'] }])
  await shop.rows("delete from products where slug like 'moved-%'")
})

test('the shop’s reviews on Etsy are shown together where a page has their live part, and removed together', async ({
  page,
  shop,
}) => {
  const words = `Well sewn ${crypto.randomUUID().slice(0, 8)}`
  const review = {
    reviewer: 'Ruth Secret',
    date_reviewed: '03/14/2025',
    star_rating: 5,
    message: `${words} &amp; long.`,
  }
  const reviews = [
    review,
    { ...review, date_reviewed: '01/02/2025', star_rating: 2, message: null },
    { star_rating: 9 },
  ]
  const about = async () => (await page.request.get(`${named(shop)}/about`)).text()
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin/move-in`)
  const choose = (text: string) =>
    page
      .getByLabel('reviews.json')
      .setInputFiles({ name: 'reviews.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await choose('Sale Date,Order ID')
  await expect(page.getByRole('alert')).toContainText('not Etsy’s file of reviews')
  await choose(JSON.stringify(reviews))
  await expect(page.getByRole('heading', { name: '2 reviews' })).toBeFocused()
  await expect(page.getByText('Entry 3 cannot be shown')).toBeVisible()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all 2' }).click()
  await expect(page.getByText('2 reviews from Etsy can be shown, 3.5 of 5 stars on average.')).toBeVisible()
  expect(await about()).not.toContain(words)

  await page.goto(`${named(shop)}/admin/pages/edit?path=/about`)
  await page.getByRole('button', { name: 'Add a block' }).click()
  await page.getByRole('button', { name: /^Text/ }).last().click()
  await page
    .getByRole('combobox', { name: /^Insert a live part into/ })
    .selectOption('Your reviews on Etsy, all of them')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect.poll(about).toContain(`${words} &amp; long.`)
  const shown = await about()
  expect(shown).toContain('5 of 5 stars, reviewed on Etsy, March 2025')
  expect(shown).toContain('2 of 5 stars, reviewed on Etsy, January 2025')
  expect(shown).not.toContain('Ruth Secret')
  await page.goto(`${named(shop)}/about`)
  await expectFits(page, [390, 1280])
  await expectAccessible(page)

  await page.goto(`${named(shop)}/admin/move-in`)
  await page.getByRole('button', { name: 'Remove them all' }).click()
  await expect.poll(about).not.toContain(words)
  await shop.rows('delete from private.document_versions where published_by is not null')
  await shop.rows(`update private.documents set draft = null, revision = revision + 1 where path <> '/maker'`)
})

for (const width of [390, 1280]) {
  test(`at ${width} px sold orders come along as a private history, are found, and are erased or taken back`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const own = crypto.randomUUID().slice(0, 8)
    const [name, other] = [`Tamar Er ${own}`, `Judith Beeri ${own}`]
    const head = 'Sale Date,Item Name,Quantity,Price,Currency,Ship Name,Ship Zipcode,Ship Country,Order ID,Variations\n'
    const row = (number: string, more: { name?: string; price?: string; item?: string } = {}) =>
      `03/03/25,${more.item ?? 'Mary Dress'},1,${more.price ?? '89.00'},GBP,${more.name ?? name},LS1 1AB,United Kingdom,${own}${number},Size:10-12\n`
    const file = `${head}${row('1')}${row('1', { item: 'Ruth Skirt', price: '60' })}${row('2', { name: other })}${row('3', { price: 'ten' })}`
    await openDashboard(page, shop)
    await page.goto(`${named(shop)}/admin/move-in`)
    const section = page.getByRole('region', { name: 'Your sold orders' })
    const choose = (text: string) =>
      section
        .getByLabel('Sold orders')
        .setInputFiles({ name: 'EtsySoldOrderItems2025.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('Sale Date,Order ID,Full Name,Number of Items\n03/03/25,1,Ruth,2\n')
    await expect(section.getByRole('alert').first()).toContainText('names no garments')
    await choose(file)
    await expect(page.getByRole('heading', { name: '2 new orders' })).toBeFocused()
    await expect(section.getByRole('row', { name: `5 ${own}3 “ten” is no price.` })).toBeVisible()
    await expect(section.getByRole('listitem').first()).toContainText('Bought on Etsy, 3 March 2025')
    await expectFits(page, [width])
    await expectAccessible(page)
    await section.getByRole('button', { name: 'Keep 2 orders' }).click()
    const imports = page.getByRole('list', { name: 'Files of orders so far' }).getByRole('listitem')
    await expect(imports).toHaveCount(1)
    await choose(file)
    await expect(page.getByRole('heading', { name: 'Nothing new in this file' })).toBeFocused()

    // The customer of an order here with the same name and postcode.
    const number = `TKW-ER${own.toUpperCase()}`
    const email = `tamar-${own}@example.com`
    await addOrder(shop, {
      email,
      number,
      more: `, customer_name = '${name.toUpperCase()}', shipping_postcode = 'ls11ab'`,
    })
    await page.goto(`${named(shop)}/admin/customers/${number}`)
    const earlier = page.getByRole('region', { name: 'Earlier orders, from your former shop' })
    await expect(earlier.getByRole('listitem')).toHaveCount(1)
    await expect(earlier).toContainText('Mary Dress (Size: 10-12)Ruth Skirt (Size: 10-12)£149.00 · Tamar Er')
    await expect(earlier).toContainText('found by the same name and postcode')
    await expectFits(page, [width])
    await expectAccessible(page)

    await page.goto(`${named(shop)}/admin?tab=orders`)
    await page.getByRole('searchbox').fill(other)
    await expect(earlier).toContainText(`Bought on Etsy, 3 March 2025 ${own}2`)
    await expect(page.getByText(`No orders match “${other}”.`)).toBeVisible()
    await expectFits(page, [width])
    await expectAccessible(page)
    await earlier.getByRole('link', { name: 'Copy or erase their data' }).click()
    await expect(page.getByLabel('Name')).toHaveValue(other)
    await page.getByRole('button', { name: 'Find' }).click()
    await expect(page.getByRole('heading', { level: 2, name: `${other}, LS1 1AB` })).toBeFocused()
    await expect(page.getByRole('listitem').filter({ hasText: 'one earlier order of your former shop' })).toBeVisible()
    await page.getByRole('button', { name: 'Erase this person' }).click()
    const form = page.getByRole('form', { name: 'Erase this person' })
    await form.getByLabel('To confirm').fill(name)
    await form.getByRole('button', { name: 'Erase this person' }).click()
    await expect(form).toContainText('That isn’t the name.')
    await expectFits(page, [width])
    await expectAccessible(page)
    await form.getByLabel('To confirm').fill(other)
    await form.getByRole('button', { name: 'Erase this person' }).click()
    await expect(page.getByText(`${other} is erased`)).toBeVisible()

    // The file restores no one who was erased, and the undo of its import leaves what is erased.
    await page.goto(`${named(shop)}/admin/move-in`)
    await choose(file)
    await expect(page.getByRole('heading', { name: 'Nothing new in this file' })).toBeFocused()
    await imports.getByRole('button', { name: 'Undo: remove 1 order' }).click()
    await expect(imports).toHaveCount(0)
    const left = await shop.rows('select number, name from private.earlier_orders where number like $1', [`${own}%`])
    expect(left).toEqual([{ number: `${own}2`, name: null }])
    await shop.rows('delete from private.earlier_orders where number like $1', [`${own}%`])
    await shop.rows('delete from pre_orders where order_number = $1', [number])
  })
}
