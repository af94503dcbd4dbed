import type { Browser, Page } from '@playwright/test'
import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { endSessions, openDashboard, signInAgain, signInDialog } from './admin-people.ts'
import { goToPayment, openCart, pay, putInCart } from './buyer.ts'
import { dragByKeyboard, isDrawn } from './product-pictures.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'
import { notices } from './signing.ts'

test.setTimeout(240_000)

const picture = (name: string) => `db/catalogue/pictures/${name}.jpg`
const word = () => crypto.randomUUID().slice(0, 6)
const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const saved = (page: Page, words: string) => expect(page.getByText(words)).toBeVisible()

test('a price stays as it was typed while the page scrolls under the mouse', async ({ page, shop }) => {
  await page.setViewportSize({ width: 1280, height: 700 })
  await openDashboard(page, shop)
  await page.getByRole('button', { name: 'Add New Product' }).click()
  const price = page.getByLabel('Price')
  await price.fill('95')
  await price.hover()
  const top = () => page.evaluate(() => scrollY)
  const before = await top()
  await page.mouse.wheel(0, 120)
  await page.mouse.wheel(0, 120)
  await expect.poll(top).not.toBe(before)
  await expect(price).toHaveValue('95')
})

test('a dress with two pictures is added on a phone, its pictures sorted, previewed, published and deleted', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openDashboard(page, shop)
  await expect(cardOf(page, 'Mary Dress')).toContainText('£89.00')
  await page.getByRole('button', { name: 'Add New Product' }).click()
  await expect(page.getByRole('heading', { name: 'Add New Product' })).toBeFocused()
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByLabel('Product Name')).toBeFocused()
  for (const problem of ['Please give it a name.', 'Please describe it.', 'Please give it a price, such as 89.50.']) {
    await expect(page.getByText(problem)).toBeVisible()
  }

  const name = `Élodie’s Dress ${word()}`
  await page.getByLabel('Product Name').fill(name)
  await expect(page.getByLabel('URL Slug')).toHaveValue(/^elodies-dress-[0-9a-f]{6}$/)
  await page.getByLabel('Description').fill('A dress for long days.\n\nWith pockets.')
  await page.getByLabel('Price').fill('89.50')
  await page.getByLabel('Product Image').setInputFiles([picture('anna-linen-dress-back'), picture('anna-linen-dress')])
  await expect(page.getByRole('img', { name: 'Preview of picture 2' })).toBeVisible()
  await page.getByLabel('Description of picture 2').fill('from the front')
  await dragByKeyboard(page, page.getByRole('button', { name: 'Drag picture 2' }))
  await expect(page.getByLabel('Description of picture 1')).toHaveValue('from the front')
  await page.getByLabel('Active (visible in shop)').uncheck()
  await page.getByText('More details').click()
  await page.getByLabel('Material 1', { exact: true }).fill('linen')
  await page.getByLabel('Percentage of material 1').fill('90')
  await expectAccessible(page)
  await expectFits(page)
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByText('The shares add up to 90%; a cloth has 100%.')).toBeVisible()
  await page.getByLabel('Percentage of material 1').fill('100')
  await page.getByRole('button', { name: 'Save Product' }).click()
  await saved(page, 'Product added successfully')
  await expect(page.getByLabel('Product Name')).toBeHidden()

  const [row] = await shop.rows<Row>('select * from products where name = $1', [name])
  expect(row).toMatchObject({ price: '89.50', active: false, is_preorder: false, fabric: '100% linen' })
  expect(row?.image_url).toMatch(/\/storage\/v1\/object\/public\/product-images\/[0-9a-f-]{36}\.jpg$/)
  expect(row?.pictures.map(({ url, alt, width }) => [url === row.image_url, alt, width])).toEqual([
    [true, 'from the front', expect.any(Number)],
    [false, '', expect.any(Number)],
  ])

  await expect(cardOf(page, name)).toContainText('Inactive')
  await expectAccessible(page)
  await cardOf(page, name).getByRole('link', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Only you can see it')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /cart/i })).toBeHidden()
  await expect.poll(() => page.getByRole('img', { name: 'from the front' }).evaluate(isDrawn)).toBe(true)
  await expectAccessible(page)
  expect((await page.request.get(`${named(shop)}/product/${row?.slug}`)).status()).toBe(404)

  await page.getByRole('link', { name: 'Back to products' }).click()
  await cardOf(page, name).getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Active (visible in shop)').check()
  await page.getByLabel('Enable Pre-Order').check()
  await page.getByLabel('Pre-Order Active Days').fill('2')
  await page.getByRole('button', { name: 'Save Product' }).click()
  await saved(page, 'Product updated successfully')
  await expect(cardOf(page, name)).toContainText('Pre-Order')
  expect((await page.request.get(`${named(shop)}/product/${row?.slug}`)).status()).toBe(200)
  const ends = () => shop.rows<Row>('select preorder_end_date::text, price from products where name = $1', [name])
  const [before] = await ends()
  await cardOf(page, name).getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Pre-Order Active Days')).toHaveValue('2')
  await page.getByLabel('Price').fill('91')
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(cardOf(page, name)).toContainText('£91.00')
  expect(await ends()).toEqual([{ ...before, price: '91.00' }])

  page.once('dialog', (dialog) => {
    expect(dialog.message()).toBe('Are you sure you want to delete this product?')
    void dialog.accept()
  })
  await cardOf(page, name).getByRole('button', { name: 'Delete' }).click()
  await saved(page, 'Product deleted successfully')
  await expect(cardOf(page, name)).toBeHidden()
})

test('two administrators who edit one product lose nothing, and a taken slug is an error at its field', {
  tag: '@N1',
}, async ({ page, shop, browser }) => {
  const name = `Judith Coat ${word()}`
  await addRow(shop, name)
  await openDashboard(page, shop)
  const other = await secondAdministrator(browser, shop)
  for (const one of [page, other]) await cardOf(one, name).getByRole('button', { name: 'Edit' }).click()
  await other.getByLabel('Price').fill('110')
  await other.getByRole('button', { name: 'Save Product' }).click()
  await saved(other, 'Product updated successfully')

  await page.getByLabel('Description').fill('Now with a hood.')
  await page.getByRole('button', { name: 'Save Product' }).click()
  const conflict = page.getByRole('region', { name: 'Someone else saved this first.' })
  await expect(conflict).toBeFocused()
  // The notice appears once: a second one would cover the choice on a phone.
  await expect(page.getByText('Choose below which version to keep.')).toHaveCount(1)
  await expect(conflict).toContainText(/Saved by \S+@example\.com on \d+ \w+ \d{4} at \d\d:\d\d\./)
  const fields = conflict.getByRole('listitem')
  await expect(fields).toHaveText([
    /Description.*Yours.*Now with a hood\..*Theirs.*Warm\./,
    /Price.*75\.00 \(you did not change this\).*110\.00/,
  ])
  await expect(page.getByLabel('Description')).toHaveValue('Now with a hood.')
  await expectAccessible(page)
  await expectFits(page, [390, 1280])
  await conflict.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByLabel('Price')).toHaveValue('75.00')
  await page.getByLabel('URL Slug').fill('mary-dress')
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Another product already uses this address.' })).toBeVisible()
  await expect(page.getByLabel('URL Slug')).toBeFocused()
  await page.getByRole('button', { name: /^Use mary-dress-\d/ }).click()
  await page.getByRole('button', { name: 'Save Product' }).click()
  await saved(page, 'Product updated successfully')
  const rows = await shop.rows('select description, price, slug from products where name = $1', [name])
  expect(rows).toEqual([
    { description: 'Now with a hood.', price: '75.00', slug: expect.stringMatching(/^mary-dress-\d+$/) },
  ])

  // The other window also has it open when it is deleted.
  await cardOf(other, name).getByRole('button', { name: 'Edit' }).click()
  await shop.rows('delete from products where name = $1', [name])
  await other.getByLabel('Price').fill('130')
  await other.getByRole('button', { name: 'Save Product' }).click()
  await other.getByRole('button', { name: 'Make it a new product' }).click()
  await other.getByRole('button', { name: 'Save Product' }).click()
  await saved(other, 'Product added successfully')
  await other.context().close()
})

test('the typed text survives a failed upload, a lost connection and an ended session', async ({ page, shop }) => {
  const holder = await openDashboard(page, shop)
  const name = `Tamar Tunic ${word()}`
  await page.getByRole('button', { name: 'Add New Product' }).click()
  await page.getByLabel('Product Name').fill(name)
  await page.getByLabel('Description').fill('Loose, long, linen.')
  await page.getByLabel('Price').fill('64')
  await page.route('**/storage/v1/object/product-images/*', (route) => route.abort())
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }
  const large = { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(10_000_001) }
  await page.getByLabel('Product Image').setInputFiles([text, large])
  await expect(page.getByText('notes.txt can’t be used. Please choose a picture')).toBeVisible()
  await expect(page.getByText('large.jpg is too large (10.0 MB). The limit is 10 MB.')).toBeVisible()
  await page.getByLabel('Product Image').setInputFiles(picture('ruth-skirt'))
  await expect(page.getByText('The connection was lost.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByText('large.jpg is too large')).toBeVisible()
  await expect(page.getByLabel('Product Image')).toBeFocused()
  await page.getByRole('button', { name: 'Remove these' }).click()
  await expect(page.getByText('large.jpg is too large')).toBeHidden()
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to upload image' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/storage/v1/object/product-images/*')
  await page.getByRole('button', { name: 'Try again with picture 1' }).click()
  await expect(page.getByText('All pictures are uploaded.')).toBeAttached({ timeout: 30_000 })

  // The server adds it, but the response is lost.
  await page.route('**/rest/v1/products*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(
    page.getByText('Failed to save product. We couldn’t reach the shop; your text is still here.'),
  ).toBeVisible()
  await page.unroute('**/rest/v1/products*')

  await page.getByRole('link', { name: 'Money' }).click()
  await expect(page).toHaveURL(`${named(shop)}/admin/money`)
  await page.goBack()
  await expect(page).toHaveURL(`${named(shop)}/admin`)

  // A read in the background would find the end of the session before the press.
  await page.route('**/functions/v1/*', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await endSessions(page, shop, holder)
  await expect(page.getByLabel('Product Name')).toHaveValue(name)
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(signInDialog(page)).toBeVisible()
  await page.unroute('**/functions/v1/*')
  await signInAgain(page, holder)
  await saved(page, 'Product added successfully')
  expect(await shop.rows('select 1 from products where name = $1', [name])).toHaveLength(1)
})

test('a save in progress changes no other product, and text typed meanwhile stays', async ({ page, shop }) => {
  const name = `Lois Apron ${word()}`
  await addRow(shop, name)
  await openDashboard(page, shop)
  const uploads = '**/storage/v1/object/product-images/*'
  const letUpload = Promise.withResolvers<void>()
  await page.route(uploads, (route) => letUpload.promise.then(() => route.continue()))
  await page.getByRole('button', { name: 'Add New Product' }).click()
  await page.getByLabel('Product Name').fill(`Eunice Stole ${word()}`)
  await page.getByLabel('Description').fill('Long.')
  await page.getByLabel('Price').fill('20')
  await page.getByLabel('Product Image').setInputFiles(picture('ruth-skirt'))
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await cardOf(page, name).getByRole('button', { name: 'Edit' }).click()
  const question = page.getByRole('alertdialog', { name: 'Close the form without saving your changes?' })
  await question.getByRole('button', { name: 'Close without saving' }).click()
  await expect(page.getByLabel('Product Name')).toHaveValue(name)
  await expect(page.getByRole('heading', { name: 'Edit Product' })).toBeFocused()
  letUpload.resolve()

  await page.getByLabel('Price').fill('76')
  const requested = Promise.withResolvers<void>()
  const letSave = Promise.withResolvers<void>()
  await page.route('**/rest/v1/products*', async (route) => {
    if (route.request().method() === 'PATCH') {
      requested.resolve()
      await letSave.promise
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save Product' }).click()
  await requested.promise
  await page.getByLabel('Description').fill('Warm, and with pockets.')
  letSave.resolve()
  await saved(page, 'Product updated successfully')
  await expect(page.getByLabel('Description')).toHaveValue('Warm, and with pockets.')
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByLabel('Description')).toBeHidden()
  const rows = await shop.rows('select price, description from products where name = $1', [name])
  expect(rows).toEqual([{ price: '76.00', description: 'Warm, and with pockets.' }])
})

test('deleting a product leaves carts, open payment pages and orders with it intact', { tag: '@N3' }, async ({
  page,
  shop,
}) => {
  const name = `Naamah Cape ${word()}`
  await addRow(shop, name)
  await openDashboard(page, shop)
  await putInCart(page, { name, size: '10-12' })
  await openCart(page)
  const payment = await goToPayment(page)
  await page.goto(`${named(shop)}/admin?q=${encodeURIComponent(name)}`)
  page.once('dialog', (dialog) => void dialog.accept())
  await cardOf(page, name).getByRole('button', { name: 'Delete' }).click()
  await saved(page, 'Product deleted successfully')
  await expect(page.getByText('No products match. Try a shorter search.')).toBeVisible()

  await page.goto('/shop')
  await openCart(page)
  await page.getByRole('button', { name: 'Checkout with Stripe' }).click()
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toContainText(/no longer|not available|unavailable/i)
  await pay(payment)
  await expect(payment.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  const lines = await shop.rows('select name, unit_price from order_lines where name = $1', [name])
  expect(lines).toEqual([{ name, unit_price: '75.00' }])
})

test('a price that changes by more than half needs a confirmation', async ({ page, shop }) => {
  const name = `Salome Skirt ${word()}`
  await addRow(shop, name)
  await openDashboard(page, shop)
  // The list shows this product alone: images of other products, made at their first request, would use all
  // connections.
  await page.goto(`${named(shop)}/admin?q=${encodeURIComponent(name)}`)
  await cardOf(page, name).getByRole('button', { name: 'Edit' }).click()
  const price = async () => (await shop.rows<Row>('select price from products where name = $1', [name]))[0]?.price
  const save = async (typed: string, answer: 'Change the price' | 'Go back') => {
    await page.getByLabel('Price').fill(typed)
    await page.getByRole('button', { name: 'Save Product' }).click()
    const question = page.getByRole('alertdialog', { name: `Change the price from £75.00 to £${typed}?` })
    await expectAccessible(page)
    await question.getByRole('button', { name: answer }).click()
  }
  await save('7.50', 'Go back')
  await expect(page.getByLabel('Price')).toHaveValue('7.50')
  expect(await price()).toBe('75.00')
  await save('150.00', 'Change the price')
  await saved(page, 'Product updated successfully')
  expect(await price()).toBe('150.00')
})

test('a deleted product is restored from the notice, or later from the archive, with another slug if its own is taken', async ({
  page,
  shop,
}) => {
  const name = `Keturah Robe ${word()}`
  const slug = name.toLowerCase().replaceAll(' ', '-')
  await addRow(shop, name)
  await openDashboard(page, shop)
  await page.getByLabel('Search').fill(name)
  const remove = async () => {
    page.once('dialog', (dialog) => void dialog.accept())
    await cardOf(page, name).getByRole('button', { name: 'Delete' }).click()
    await saved(page, 'Product deleted successfully')
    await expect(cardOf(page, name)).toBeHidden()
  }
  const [before] = await shop.rows<Row>('select * from products where name = $1', [name])
  await remove()
  await notices(page).getByRole('button', { name: 'Restore' }).click()
  await saved(page, `${name} is back as an inactive product.`)
  await expect(cardOf(page, name)).toContainText('Inactive')
  const [after] = await shop.rows<Row>('select * from products where name = $1', [name])
  expect(after).toMatchObject({ ...before, active: false, version: 2, updated_at: expect.anything() })

  await remove()
  await addRow(shop, name)
  await page.getByRole('navigation', { name: 'Filter products' }).getByRole('link', { name: 'Archived' }).click()
  const archived = page.getByRole('list', { name: 'Archived products' }).getByRole('article', { name })
  await expect(archived).toContainText(`/product/${slug}`)
  await expect(archived).toContainText(/Deleted \w+day \d+ \w+ \d{4}/)
  await archived.getByRole('button', { name: 'Restore' }).click()
  await expect(archived.getByRole('alert')).toHaveText(`Another product already uses the address ${slug}.`)
  await expect(archived.getByLabel('New URL Slug')).toBeFocused()
  await expect(archived.getByLabel('New URL Slug')).toHaveValue(`${slug}-2`)
  await expectAccessible(page)
  await expectFits(page, [390, 1280])
  await page.keyboard.press('Enter')
  await saved(page, `${name} is back as an inactive product.`)
  await expect(archived).toBeHidden()
  await expect(page.getByText('No archived products match.')).toBeVisible()
  const rows = await shop.rows('select slug, active from products where name = $1 order by slug', [name])
  expect(rows).toEqual([
    { slug, active: true },
    { slug: `${slug}-2`, active: false },
  ])
})

type Row = {
  slug: string
  image_url: string
  pictures: { url: string; alt: string; width: number }[]
  preorder_end_date: string
  price: string
}

async function addRow(shop: ShopUnderTest, name: string): Promise<void> {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  await shop.rows(`insert into products (name, slug, description, price) values ($1, $2, 'Warm.', 75)`, [name, slug])
}

async function secondAdministrator(browser: Browser, shop: ShopUnderTest): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await openDashboard(page, shop)
  return page
}

test('the owner gives a pre-order a reason, and the form requires what the reason needs', async ({ page, shop }) => {
  const name = `Tirzah Cape ${word()}`
  const [cape] = await shop.rows<{ id: string; slug: string }>(
    `insert into products (name, slug, price, description, is_preorder, preorder_end_date)
     values ($1, $2, 148, 'Warm.', true, shop_now() + interval '3 days') returning id, slug`,
    [name, `tirzah-${word()}`],
  )
  try {
    await openDashboard(page, shop)
    const card = cardOf(page, name)
    const save = page.getByRole('button', { name: 'Save Product' })
    await card.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('A reason to pre-order').selectOption('Early price')
    await page.getByLabel('Early price (£)').fill('150')
    await save.click()
    await expect(page.getByText('The early price is below the usual one.')).toBeVisible()
    await page.getByLabel('Early price (£)').fill('120')
    await expectAccessible(page)
    await save.click()
    await saved(page, 'Product updated successfully')
    await expect(card).toContainText('Early price £120.00')
    await page.goto(`${named(shop)}/product/${cape?.slug}`)
    await expect(page.getByText('Early price: £120.00 now, £148.00 once the pre-order ends.')).toBeVisible()

    await page.goto(`${named(shop)}/admin`)
    await card.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('A reason to pre-order').selectOption('Numbered pieces')
    await expect(page.getByLabel('Early price (£)')).toHaveCount(0)
    await save.click()
    await expect(page.getByText('Numbered pieces need a limit: how many there will be.')).toBeVisible()
    await page.getByLabel('Pre-order limit').fill('40')
    await save.click()
    await saved(page, 'Product updated successfully')
    await page.goto(`${named(shop)}/product/${cape?.slug}`)
    await expect(page.getByText(/^One of 40 numbered pieces/)).toBeVisible()
  } finally {
    await shop.rows('delete from products where id = $1', [cape?.id])
  }
})
