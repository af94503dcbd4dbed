import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './shop.ts'

const phone = { width: 390, height: 844 }
const garment = '/product/mary-dress'

async function boxOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await part.boundingBox()
  if (!box) throw new Error('The part is not on the page')
  return box
}

/** The size of a text's letters, in pixels. */
function sizeOf(part: Locator): Promise<number> {
  return part.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
}

async function setLargeText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '32px'
  })
}

test('Save and Share are there before the first touch, and gone where no script can answer', async ({
  page,
  browser,
  shop,
}) => {
  await page.setViewportSize(phone)
  await page.goto(garment)
  await expect(page.getByRole('button', { name: 'Save Mary Dress' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share Mary Dress' })).toBeVisible()

  // A press before the code is there is carried out.
  await page.getByRole('button', { name: 'Save Mary Dress' }).click()
  await expect(page.getByRole('button', { name: 'Saved Mary Dress', pressed: true })).toBeVisible()

  const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
  const plain = await context.newPage()
  for (const path of ['/shop', garment]) {
    await plain.goto(path)
    await expect(plain.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(plain.getByRole('button', { name: /^(Save|Share) / }).filter({ visible: true })).toHaveCount(0)
  }
  await context.close()
})

test('the description comes before the figure, on a desktop above the sizes, and the price is larger than the delivery', async ({
  page,
}) => {
  const lead = page.getByText('The dress we began with, and the one we’d keep if we could keep only one.')
  const figure = page.getByRole('heading', { name: 'Where the hem falls on you' })
  const sizes = page.getByRole('radio', { name: '10–12', exact: true })
  for (const width of [320, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(garment)
    const top = (await boxOf(lead)).y
    expect(top, `${width} px`).toBeLessThan((await boxOf(figure)).y)
    if (width >= 1280) expect(top, `${width} px`).toBeLessThan((await boxOf(sizes)).y)
    else expect(top, `${width} px`).toBeGreaterThan((await boxOf(sizes)).y)
    const main = page.getByRole('main')
    expect(await sizeOf(main.getByText('£89.00').first())).toBeGreaterThan(await sizeOf(main.getByText('UK delivery')))
  }
})

test('“free” in the delivery row stays on one line', async ({ page }) => {
  for (const width of [320, 360, 390, 430]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/product/deborah-coat')
    await page.getByRole('heading', { name: 'Delivery' }).click()
    const free = page.getByText('free', { exact: true })
    const lines = await free.evaluate((element) => element.getClientRects().length)
    expect(lines, `${width} px`).toBe(1)
  }
})

test('a printed garment has no bar to buy it', async ({ page }) => {
  for (const path of [garment, '/product/esther-gown']) {
    await page.goto(path)
    await page.setViewportSize({ width: 680, height: 1009 })
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('link', { name: 'Choose a size' })).toBeHidden()
    // The room that the bar takes on a screen.
    await expect(page.locator('footer.foot')).not.toHaveCSS('padding-bottom', '72px')
    await page.emulateMedia({ media: null })
    await expect(page.getByRole('link', { name: 'Choose a size' })).toBeVisible()
    await expect(page.locator('footer.foot')).toHaveCSS('padding-bottom', '72px')
  }
})

test('the full view never enlarges a picture beyond its own pixels, and says what it shows', async ({
  browser,
  shop,
}) => {
  for (const [deviceScaleFactor, viewport] of [
    [1, { width: 1920, height: 1200 }],
    [2, { width: 1440, height: 900 }],
    [3, phone],
  ] as const) {
    const context = await browser.newContext({ baseURL: shop.url, deviceScaleFactor, viewport })
    const page = await context.newPage()
    await page.goto(garment)
    await page
      .getByRole('link', { name: /Enlarge$/ })
      .first()
      .click()
    const view = page.getByRole('dialog', { name: 'Pictures at full size' })
    await expect(view.getByText(/^Front\. Shown in (UK )?size 10–12/)).toBeVisible()
    const picture = view.locator('img[draggable=false]')
    await expect(async () => {
      expect(await picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true)
    }).toPass()
    const closer = view.getByRole('button', { name: 'Zoom in' })
    for (let press = 0; press < 12 && (await closer.getAttribute('aria-disabled')) === 'false'; press += 1) {
      await closer.click()
    }
    await expect(closer).toHaveAttribute('aria-disabled', 'true')
    const { width } = await boxOf(picture)
    expect(width * deviceScaleFactor, `${deviceScaleFactor} device pixels`).toBeLessThanOrEqual(1200.5)
    await page.keyboard.press('0')
    await view.getByRole('button', { name: 'Picture 4' }).click({ force: true })
    await expect(
      view.getByText('Close-up of the stand collar and looped buttons of the forest green crêpe dress'),
    ).toHaveCount(2)
    await expectAccessible(page, { within: 'dialog' })
    await context.close()
  }
})

test('with text of twice its size on a phone the size table is read whole', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/size-guide')
  await setLargeText(page)
  for (const name of ['Measurements by size', 'Full length by height']) {
    const hidden = await page
      .getByRole('region', { name })
      .evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(hidden, name).toBeLessThanOrEqual(0)
  }
  const row = page.getByRole('row', { name: /^12–14/ })
  await expect(row.getByText('93–98 cm')).toBeVisible()
  await expect(row.getByText('101–106 cm')).toBeVisible()
  await expectAccessible(page)
})

test('with text of twice its size on a phone the buy bar and the marks of the cards are read whole', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await page.goto(garment)
  // The bar's code comes with the first scroll that the page's script sees.
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await page.getByRole('radio', { name: '12–14', exact: true }).check()
  await setLargeText(page)
  const klarna = page.getByRole('img', { name: 'Klarna' })
  expect((await boxOf(klarna)).x + (await boxOf(klarna)).width).toBeLessThanOrEqual(phone.width)
  await page.getByRole('heading', { name: 'Where the hem falls on you' }).scrollIntoViewIfNeeded()
  await expect(page.getByText('£89.00, UK 12–14')).toBeVisible()
  const tops = await page
    .getByText('£89.00, UK 12–14')
    .evaluate((text) => Array.from(text.getClientRects(), ({ top }) => top))
  expect(new Set(tops).size).toBe(1)
})

test('in dark mode the main action and the chosen size keep the brand’s burgundy', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(garment)
  const add = page.locator('#sizes').getByRole('button', { name: 'Add to Cart' })
  await expect(add).toHaveCSS('background-color', 'rgb(148, 59, 81)')
  await expect(add).toHaveCSS('color', 'rgb(247, 242, 232)')
  await page.getByRole('radio', { name: '12–14', exact: true }).check()
  const chosen = page.locator('.sizes span:has(:checked)')
  await expect(chosen).toHaveCSS('background-color', 'rgb(148, 59, 81)')
  await expect(chosen).toHaveCSS('color', 'rgb(247, 242, 232)')
})

test('on a phone an open filter says how many garments there are and closes; the sort has its label', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await page.goto('/shop')
  await expect(page.getByText('Sort', { exact: true })).toBeVisible()
  const filters = page.getByRole('search')
  await filters.locator('summary', { hasText: 'Colour' }).click()
  const green = filters.getByRole('checkbox', { name: /^Green/ })
  await green.check()
  const show = filters.getByRole('button', { name: /^Show \d+ garments?$/ })
  await expect(show).toHaveText('Show 2 garments')
  await expect(show).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await show.click()
  await expect(green).toBeHidden()
  await expect(filters.locator('summary', { hasText: 'Colour' })).toBeFocused()
  await filters.locator('summary', { hasText: 'Size' }).click()
  await filters.getByRole('button', { name: 'Close size' }).click()
  await expect(filters.getByRole('checkbox', { name: /^8–10/ })).toBeHidden()
  // A phone's card names the colour.
  await expect(page.getByRole('article').first()).toContainText(/Sage|Forest green/)
})

test('a swatch is titled with its cloth and says what it is like', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/samples')
  const crepe = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: /^Mary Dress/ }) })
  await expect(crepe).toContainText('Crêpe')
  await expect(crepe).toContainText('Forest green · 96% polyester, 4% elastane')
  await expect(crepe).toContainText('The crêpe is matt and dense, with enough weight to fall straight.')
  await expect(crepe).toContainText('As in the Mary Dress')
  expect((await boxOf(crepe.locator('img'))).width).toBeGreaterThan(150)
  await expectAccessible(page)
})
