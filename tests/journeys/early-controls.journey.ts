import type { Page } from '@playwright/test'
import { withAnotherShop } from './another-shop.ts'
import { expect, test } from './shop.ts'

/** Opens the page and holds its scripts back until `release`. */
async function openWithoutScripts(page: Page, path: string) {
  const release = await holdScripts(page, '**/assets/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  return { release }
}

/** Holds the scripts of these addresses back until the function that it returns is called. */
async function holdScripts(page: Page, addresses: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

test('the hem is drawn for the height and the shoes that were chosen before the script arrived', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/product/mary-dress')
  await page.getByRole('slider', { name: 'Height' }).fill('183')
  await page.getByRole('combobox', { name: 'Shoes', exact: true }).selectOption('5 cm heels')
  release()
  await expect(page.getByText(/^At 183\scm in 5\scm heels/)).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Height' })).toHaveValue('183')
  await expect(page.getByRole('combobox', { name: 'Shoes', exact: true })).toHaveValue('5')
  await page.reload()
  await page.getByRole('slider', { name: 'Height' }).scrollIntoViewIfNeeded()
  await expect(page.getByText(/^At 183\scm in/)).toBeVisible()
})

test('the quantity, size and height of a garment chosen before the script arrived go into the cart', async ({
  page,
}) => {
  const { release } = await openWithoutScripts(page, '/product/mary-dress')
  await page.getByRole('textbox', { name: 'Quantity' }).fill('3')
  await page.getByRole('radio', { name: '12–14', exact: true }).check()
  await page.getByRole('textbox', { name: /^Your height/ }).fill('171')
  release()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await page.locator('#sizes').getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('button', { name: 'Open cart, 3 items' })).toBeAttached()
  const stored = await page.evaluate(() => localStorage.getItem('tkw-cart'))
  expect(JSON.parse(stored ?? '[]')).toMatchObject([{ size: '12-14', quantity: 3, heightCm: 171 }])
})

test('a press on Share before the script arrived shares the page', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { release } = await openWithoutScripts(page, '/product/mary-dress')
  await page.getByRole('button', { name: 'Share Mary Dress' }).click()
  release()
  await expect(page.getByText('Link copied')).toBeVisible()
})

test('where React draws a garment’s page anew, since a text was changed before it came, the size chosen then goes into the cart', async ({
  context,
}) => {
  // React reports that it does so.
  const page = await context.newPage()
  const { release } = await openWithoutScripts(page, '/product/mary-dress')
  const size = (name: string) => page.getByRole('radio', { name, exact: true })
  await size('12–14').check()
  // As a browser that translates the page does, or an extension.
  await page.locator('h1').evaluate((heading) => {
    const font = document.createElement('font')
    font.textContent = 'Marias Kleid'
    heading.replaceChildren(font)
  })
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Mary Dress' })).toBeVisible()
  await size('14–16').check()
  await page.locator('#sizes').getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('button', { name: 'Open cart, 1 item' })).toBeAttached()
  const stored = await page.evaluate(() => localStorage.getItem('tkw-cart'))
  expect(JSON.parse(stored ?? '[]')).toMatchObject([{ size: '14-16', quantity: 1 }])
})

test('the size guide shows the unit, the garment and the shoes chosen before the script arrived', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/size-guide')
  const garments = page.getByLabel('Garment', { exact: true })
  await page.getByRole('group', { name: 'Measurements in' }).getByRole('radio', { name: 'Inches' }).check()
  const second = await garments.locator('option').nth(1).innerText()
  await garments.selectOption({ index: 1 })
  await page.getByRole('combobox', { name: 'Shoes', exact: true }).selectOption('5 cm heels')
  release()
  await expect(page.getByRole('img', { name: `A drawing of the ${second} on a woman` })).toBeVisible()
  await expect(page.getByText(/^At 165\scm in 5\scm heels/)).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tkw-unit'))).toContain('in')
})

test('fabrics chosen before the script arrived are counted and go into the cart', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/samples')
  const boxes = page.getByRole('main').getByRole('checkbox')
  await boxes.nth(0).check({ force: true })
  await boxes.nth(2).check({ force: true })
  release()
  await expect(page.getByText(/^2 of \d chosen/)).toBeVisible()
})

test('a withdrawal ticked before the script arrived asks for the name, and is what is sent', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/find-order')
  await page.getByRole('checkbox', { name: 'I want to withdraw from this order' }).check()
  release()
  await page.getByLabel('Order number').fill('TKW-7Q2MX')
  await page.getByLabel('The e-mail you ordered with').fill('miriam@example.com')
  await page.getByLabel('Your name').fill('Miriam Okafor')
  const sending = page.waitForRequest('**/find-order')
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  expect((await sending).postDataJSON()).toMatchObject({ withdraws: true })
})

test('the topic chosen before the script arrived shows what to include', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/contact')
  const topic = page.getByLabel('What is it about?')
  await topic.selectOption('Size advice')
  release()
  await expect(topic).toHaveAccessibleDescription('The garment, your bust, waist, hips and height.')
})

test('the order of the shop’s list chosen before the script arrived is the list’s', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/shop')
  await page.getByLabel('Sort').selectOption('price-up')
  release()
  await expect(page).toHaveURL(/sort=price-up/)
})

for (const file of ['root', 'product.page', 'manifest']) {
  test(`a garment goes into the cart although the page’s ${file} script fails to arrive at first`, async ({ page }) => {
    await page.route(`**/assets/${file}-*.js`, (route) => route.abort(), { times: 2 })
    await page.goto('/product/mary-dress', { waitUntil: 'commit' })
    await page.getByRole('radio', { name: '12–14', exact: true }).check()
    await page.locator('#sizes').getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page.getByRole('button', { name: 'Open cart, 1 item' })).toBeAttached()
  })
}

test('a press on a page whose script keeps failing loads the page again', async ({ page }) => {
  let failures = 0
  await page.route('**/assets/root-*.js', (route) => {
    failures += 1
    return route.abort()
  })
  await page.goto('/product/mary-dress', { waitUntil: 'domcontentloaded' })
  const add = page.locator('#sizes').getByRole('button', { name: 'Add to Cart' })
  await page.mouse.wheel(0, 1)
  await expect.poll(() => failures).toBeGreaterThan(2)
  await page.unroute('**/assets/root-*.js')
  const loadedAgain = page.waitForEvent('framenavigated')
  await page.getByRole('button', { name: 'Open cart' }).click()
  await loadedAgain
  // The page that was loaded again waits for a touch, like any other.
  await page.getByRole('radio', { name: '12–14', exact: true }).check()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await add.click()
  await expect(page.getByRole('button', { name: 'Open cart, 1 item' })).toBeAttached()
})

test('a page stays as it is while the script of one of its parts fails to arrive', async ({ page }) => {
  await page.route('**/assets/missing-page-*.js', (route) => route.abort(), { times: 2 })
  const arriving = page.waitForResponse('**/assets/missing-page-*.js')
  await page.goto('/no-such-page')
  await arriving
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test('the filters stay as they are while their script has not arrived, also when the visitor moves on', async ({
  page,
}) => {
  const release = await holdScripts(page, '**/assets/filters-*.js')
  await page.goto('/shop')
  const words = page.getByRole('main').getByRole('searchbox', { name: 'Search the shop' })
  await words.fill('linen')
  await page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: 'Skirts' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Skirts')
  await expect(words).toHaveValue('linen')
  release()
  await expect(page.locator('input[name=kind]')).toHaveValue('skirts')
  await page.locator('summary', { hasText: 'Details' }).click()
  await page.getByRole('checkbox', { name: /^Lined/ }).check()
  await expect(page).toHaveURL(/kind=skirts&feature=lined$/)
})

for (const width of [390, 1280]) {
  test(`at ${width} px the garments do not move when late filters arrive on a visited shop page`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const release = await holdScripts(page, '**/assets/filters-*.js')
    await page.goto('/faq')
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/shop"]')?.click())
    const found = page.locator('#found')
    await expect(found).toContainText('garments')
    const top = async () => (await found.boundingBox())?.y
    const before = await top()
    release()
    await expect(page.locator('summary', { hasText: 'Details' })).toBeVisible()
    expect(await top()).toBe(before)
  })
}

test('a press on a part of a page whose script has not arrived counts once it has', async ({ page }) => {
  await withAnotherShop({ LAUNCH_AT: '2099-01-01T10:00:00Z' }, async (url) => {
    const release = await holdScripts(page, '**/assets/coming-soon-*.js')
    await page.goto(url)
    await page.getByLabel('Your e-mail').fill('naomi@example.com')
    await page.getByRole('button', { name: 'Notify Me' }).click()
    release()
    await expect(page.getByText("You'll be notified when pre-orders open.")).toBeVisible()
    await expect(page.getByLabel('Your e-mail')).toHaveValue('')
  })
})
