import type { Page, Request } from '@playwright/test'
import { keptCart } from './buyer.ts'
import { waitsForTouch } from './hydrated.ts'
import { expect, test } from './shop.ts'

const path = '/product/mary-dress'

/** What shows that a person is there. */
const signs: Record<string, (page: Page) => Promise<unknown>> = {
  'a scroll': (page) => page.evaluate(() => scrollTo(0, 300)),
  'a move of the mouse': (page) => page.mouse.move(200, 300, { steps: 2 }),
  'a turn of the wheel': (page) => page.mouse.wheel(0, 1),
  'a key': (page) => page.keyboard.press('Shift'),
  'the focus': (page) => page.getByRole('textbox', { name: 'Quantity' }).focus(),
  // Some assistive technology sends nothing else.
  'a click without a pointer': (page) => page.locator('h1').dispatchEvent('click'),
  'a tap': (page) => page.locator('h1').tap(),
  'a swipe through the pictures': (page) =>
    page.getByRole('group', { name: 'Pictures' }).evaluate((strip) => strip.scrollTo(200, 0)),
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a garment’s page requests no script before a person is there, and any sign of one starts React', async ({
    context,
  }) => {
    test.slow()
    for (const [sign, give] of Object.entries(signs)) {
      // A page under a mouse that has moved before gets a move of its own.
      const page = await context.newPage()
      expect(await openUntouched(page), sign).toEqual([])
      await give(page)
      await expect(page.locator('html'), sign).toHaveAttribute('data-hydrated', '')
      await page.close()
    }
  })

  test('a tap on a picture before React opens it over the page', async ({ page }) => {
    await openUntouched(page)
    await page.getByRole('group', { name: 'Pictures' }).getByRole('link').first().tap()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page).toHaveURL(path)
  })

  test('a tap on a picture takes the place of one on the cart, also in what is said', async ({ page }) => {
    const gate = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await gate.promise
      await route.continue()
    })
    await openUntouched(page)
    const said = page.getByText('Opening your cart…')
    await page.getByRole('button', { name: /^Open cart/ }).tap()
    await expect(said).toBeVisible()
    await page.getByRole('group', { name: 'Pictures' }).getByRole('link').first().tap()
    await expect(said).toHaveCount(0)
    gate.resolve()
    await expect(page.getByRole('dialog', { name: 'Pictures at full size' })).toBeVisible()
  })

  test('before React the garment counts as viewed, and the header follows the scroll', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort())
    await openUntouched(page)
    expect(await page.evaluate(() => localStorage.getItem('tkw-seen'))).toMatch(/^\["[\da-f-]{36}"\]$/)
    const header = page.locator('body > header')
    for (const [top, isSmall] of [
      [300, 'true'],
      [0, 'false'],
    ] as const) {
      await page.evaluate((top) => scrollTo(0, top), top)
      await expect(header).toHaveAttribute('data-scrolled', isSmall)
    }
  })
})

/** What a garment's page shows and its first-touch script does not, or what makes a press on React's part likely. */
const kept: Record<string, () => void> = {
  'a cart, which is soon opened': () => localStorage.setItem('tkw-cart', '[]'),
  'the country': () => localStorage.setItem('tkw-country', '"FR"'),
  measurements: () => localStorage.setItem('tkw-size', '{}'),
  inches: () => localStorage.setItem('tkw-unit', 'in'),
  'a purchase': () => localStorage.setItem('tkw-purchases', '[]'),
  'a session': () => localStorage.setItem('sb-127-auth-token', '{}'),
  'the pause of the moving line': () => sessionStorage.setItem('tkw-still', 'true'),
  'another language': () => Object.defineProperty(navigator, 'language', { value: 'fr-FR' }),
}

test('a page that has to show what the browser keeps is React’s without a touch', async ({ browser, shop }) => {
  for (const [what, keep] of Object.entries(kept)) {
    const context = await browser.newContext({ baseURL: shop.url })
    const page = await context.newPage()
    await page.addInitScript(keep)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('html'), what).toHaveAttribute('data-hydrated', '')
    await context.close()
  }
})

test('a page of a former build, whose files are gone at the first touch, is loaded anew once', async ({ page }) => {
  let loads = 0
  page.on('load', () => (loads += 1))
  let isGone = true
  await page.route('**/assets/*.js', (route) => (isGone ? route.fulfill({ status: 404 }) : route.fallback()))
  await openUntouched(page)
  await page.getByRole('radio', { name: '12–14', exact: true }).check()
  await expect.poll(() => loads).toBe(2)
  await page.waitForTimeout(3_000)
  expect(loads).toBe(2)
  isGone = false
  await page.mouse.wheel(0, 200)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  expect(loads).toBe(2)
})

test('after a reload with an open layer its entry of the history is left without a touch', async ({ page }) => {
  await openUntouched(page)
  await page.evaluate(() => {
    history.pushState({ ...history.state, layer: 1 }, '')
    location.reload()
  })
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await expect.poll(() => page.evaluate(() => history.state?.layer ?? 0)).toBe(0)
})

test('without a connection the first touch is answered, a link says why it does not lead on, and the cart opens later', async ({
  page,
}) => {
  await openUntouched(page)
  await page.context().setOffline(true)
  await page.getByRole('radio', { name: '12–14', exact: true }).check()
  await page.locator('#sizes').getByRole('button', { name: 'Add to Cart' }).click()
  const said = page.locator('body>output')
  await expect(said).toContainText('Mary Dress has been added to your cart')
  expect(await keptCart(page)).toMatchObject([{ name: 'Mary Dress', size: '12-14' }])
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click()
  await expect(said).toContainText('We can’t open that until you’re connected again. Your cart is kept.')
  await expect(page).toHaveURL(path)
  await page.getByRole('button', { name: 'Open cart, 1 item' }).click()
  await expect(said).toContainText('We can’t open that until you’re connected again. Your cart is kept.')
  await page.context().setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toContainText('Mary Dress', { timeout: 30_000 })
})

test('Escape takes back a press on the cart while its code, or the page’s, has not arrived', async ({ context }) => {
  for (const files of ['**/assets/*.js', '**/assets/cart-drawer-*.js']) {
    const page = await context.newPage()
    const gate = Promise.withResolvers<void>()
    await page.route(files, async (route) => {
      await gate.promise
      await route.continue()
    })
    await openUntouched(page)
    const isWhole = files.includes('drawer')
    if (isWhole) {
      await page.mouse.move(200, 300, { steps: 2 })
      await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
    }
    const open = page.getByRole('button', { name: /^Open cart/ })
    await open.click()
    if (isWhole) await expect(open).toHaveAttribute('aria-expanded', 'true')
    else await expect(page.getByText('Opening your cart…')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Opening your cart…')).toBeHidden()
    const arrived = page.waitForResponse('**/assets/cart-drawer-*.js')
    gate.resolve()
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
    if (!isWhole) await open.focus()
    await arrived
    await expect(open).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await open.click()
    await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeVisible()
    await page.close()
  }
})

/** Opens the page, and leaves it alone for longer than a page's scripts wait otherwise. Returns its scripts. */
async function openUntouched(page: Page): Promise<string[]> {
  const requested: string[] = []
  const note = (request: Request) => {
    if (request.resourceType() === 'script') requested.push(request.url())
  }
  page.on('request', note)
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.waitForLoadState()
  await page.waitForTimeout(3_000)
  expect(await waitsForTouch(page)).toBe(true)
  page.off('request', note)
  return requested
}
