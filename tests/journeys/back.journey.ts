import type { Locator, Page } from '@playwright/test'
import { openCart, putInCart } from './buyer.ts'
import { answersByScript } from './hydrated.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 390, height: 844 } })

type Layer = { on: string; open: (page: Page) => Promise<void>; shown: (page: Page) => Locator }

/** Everything of the shop that covers a phone's page. */
const layers: Record<string, Layer> = {
  cart: {
    on: '/product/mary-dress',
    open: (page) => page.getByRole('button', { name: /^Open cart/ }).click(),
    shown: (page) => page.getByRole('dialog', { name: 'Your Cart' }),
  },
  'full view': {
    on: '/product/mary-dress',
    open: (page) => page.getByRole('link', { name: 'Enlarge' }).first().click(),
    shown: (page) => page.getByRole('dialog', { name: 'Pictures at full size' }),
  },
  'size finder': {
    on: '/product/mary-dress',
    open: (page) => page.locator('#sizes').getByRole('link', { name: 'Find your size' }).click(),
    shown: (page) => page.getByRole('dialog', { name: 'Find your size' }),
  },
  menu: {
    on: '/size-guide',
    open: (page) => page.locator('summary[aria-label=Menu]').click(),
    shown: (page) => page.locator('header').getByRole('navigation', { name: 'Main' }),
  },
  filters: {
    on: '/shop',
    open: (page) => page.locator('summary', { hasText: /^Size/ }).click(),
    shown: (page) => page.getByRole('checkbox', { name: /^12–14/ }),
  },
}

for (const [name, layer] of Object.entries(layers)) {
  test(`Back closes what opened, then leaves the page once: ${name}`, async ({ page }) => {
    const length = await arrive(page, layer)
    await page.mouse.wheel(0, 120)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(60)
    await layer.open(page)
    await expect(layer.shown(page)).toBeVisible()
    await expect.poll(() => entries(page)).toEqual({ layer: 1, more: length + 1 })
    const before = await page.evaluate(() => scrollY)
    await page.goBack()
    await expect(layer.shown(page)).toBeHidden()
    await expect(page).toHaveURL(layer.on)
    expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(3)
    await leavesOnce(page)
  })

  test(`Escape takes its entry out of the history, Forward and a reload open nothing: ${name}`, async ({ page }) => {
    await arrive(page, layer)
    await layer.open(page)
    await expect(layer.shown(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(layer.shown(page)).toBeHidden()
    await atPage(page)
    await page.evaluate(() => history.forward())
    await atPage(page)
    await expect(layer.shown(page)).toBeHidden()

    await layer.open(page)
    await expect(layer.shown(page)).toBeVisible()
    await expect.poll(() => entries(page)).toMatchObject({ layer: 1 })
    await page.reload()
    await atPage(page)
    await expect(layer.shown(page)).toBeHidden()
    await expect(page).toHaveURL(layer.on)
    await leavesOnce(page)
  })

  test(`two quick presses of Back close it and leave the page: ${name}`, async ({ page }) => {
    await arrive(page, layer)
    await layer.open(page)
    await expect(layer.shown(page)).toBeVisible()
    await expect.poll(() => entries(page)).toMatchObject({ layer: 1 })
    await page.evaluate(() => {
      history.back()
      setTimeout(() => history.back(), 40)
    })
    await expect(page).toHaveURL('/about')
    await expect(layer.shown(page)).toBeHidden()
    await atPage(page)
  })
}

for (const name of ['menu', 'filters']) {
  test(`Back in the moment after Escape leaves the page: ${name}`, async ({ page }) => {
    const layer = layers[name] as Layer
    // The moment does not come every time.
    for (let times = 0; times < 4; times += 1) {
      await arrive(page, layer)
      await layer.open(page)
      await expect.poll(() => entries(page)).toMatchObject({ layer: 1 })
      await page.keyboard.press('Escape')
      await page.goBack()
      await expect(page).toHaveURL('/about')
    }
  })
}

test('of two layers Back closes the upper one first', async ({ page }) => {
  await arrive(page, layers.menu as Layer)
  await layers.menu?.open(page)
  await openCart(page)
  await expect.poll(() => entries(page)).toMatchObject({ layer: 2 })
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeHidden()
  await expect(layers.menu?.shown(page) as Locator).toBeVisible()
  await page.goBack()
  await expect(layers.menu?.shown(page) as Locator).toBeHidden()
  await leavesOnce(page)
})

test('a link in the cart takes the place of its entry: Back returns, with nothing open, and Forward goes there again', async ({
  page,
}) => {
  await arrive(page, layers.menu as Layer)
  const drawer = await openCart(page)
  await expect.poll(() => entries(page)).toMatchObject({ layer: 1 })
  const { more } = await entries(page)
  await drawer.getByRole('link', { name: 'See the garments' }).click()
  await expect(page).toHaveURL('/shop')
  expect((await entries(page)).more).toBe(more)
  await page.goBack()
  await expect(page).toHaveURL('/size-guide')
  await expect(drawer).toBeHidden()
  await atPage(page)
  await page.goForward()
  await expect(page).toHaveURL('/shop')
  await expect(drawer).toBeHidden()
  await page.goBack()
  await leavesOnce(page)
})

test('a link of the menu to the present page leaves the history as it was', async ({ page }) => {
  const length = await arrive(page, layers.menu as Layer)
  await layers.menu?.open(page)
  await layers.menu?.shown(page).getByRole('link', { name: 'Size Guide' }).click()
  await expect(layers.menu?.shown(page) as Locator).toBeHidden()
  await atPage(page)
  // The entry of the closed menu may remain ahead, never behind.
  expect((await entries(page)).more).toBeLessThanOrEqual(length + 1)
  await leavesOnce(page)
})

test('choices in an open filter are entries of their own, and Back closes the filter before it undoes them', async ({
  page,
}) => {
  const { open, shown } = layers.filters as Layer
  await arrive(page, layers.filters as Layer)
  await open(page)
  await shown(page).check()
  await expect(page).toHaveURL(/size=12-14/)
  await expect.poll(() => entries(page)).toMatchObject({ layer: 1 })
  await expect(shown(page)).toBeVisible()
  await page.goBack()
  await expect(shown(page)).toBeHidden()
  await expect(page).toHaveURL(/size=12-14/)
  await page.goBack()
  await expect(page).toHaveURL('/shop')
  await leavesOnce(page)
})

test('another filter in place of the open one adds nothing to the history', async ({ page }) => {
  await arrive(page, layers.filters as Layer)
  await layers.filters?.open(page)
  await expect.poll(() => entries(page)).toMatchObject({ layer: 1 })
  const { more } = await entries(page)
  await page.locator('summary', { hasText: /^Colour/ }).click()
  await expect(page.getByRole('group', { name: 'Colour' })).toBeVisible()
  expect(await entries(page)).toEqual({ layer: 1, more })
  await page.goBack()
  await expect(page.getByRole('group', { name: 'Colour' })).toBeHidden()
  await leavesOnce(page)
})

const takenBack = {
  Back: (page: Page) => page.goBack(),
  Escape: (page: Page) => page.keyboard.press('Escape'),
}

for (const [way, takeBack] of Object.entries(takenBack)) {
  test(`${way} while the code of the cart still loads closes it, and it does not open later`, async ({ page }) => {
    await arrive(page, layers.cart as Layer)
    const held = Promise.withResolvers<void>()
    await page.route(/\/cart-drawer[^/]*\.js/, async (route) => {
      await held.promise
      await route.continue()
    })
    const open = page.getByRole('button', { name: /^Open cart/ })
    const arrived = page.waitForResponse(/\/cart-drawer[^/]*\.js/)
    await open.click()
    await expect.poll(() => entries(page)).toMatchObject({ layer: 1 })
    await takeBack(page)
    await atPage(page)
    held.resolve()
    await arrived
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeHidden()
    await expect(open).toHaveAttribute('aria-expanded', 'false')
    await leavesOnce(page)
  })
}

test('the cart slides out before it is taken apart, so that the press that closes it is answered at once', async ({
  page,
}) => {
  await putInCart(page, { name: 'Mary Dress', size: '12-14' })
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    const drawer = await openCart(page)
    const seen = await drawer.evaluate(async (dialog) => {
      dialog.querySelector<HTMLElement>('[aria-label="Close cart"]')?.click()
      while (dialog.isConnected && dialog.dataset.state === 'open') await new Promise(requestAnimationFrame)
      return dialog.dataset.state
    })
    expect(seen, reducedMotion).toBe('closed')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Open cart/ })).toBeFocused()
  }
})

test('Back from a garment to the shop keeps its place in the list, whatever was open on the way', async ({ page }) => {
  await page.goto('/shop')
  const garment = page.getByRole('main').getByRole('link', { name: /Dress/ }).last()
  await garment.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(500)
  await garment.click()
  await expect(page).toHaveURL(/\/product\//)
  await openCart(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await expect(page).toHaveURL('/shop')
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(3)
})

test('a page from the back/forward cache with a layer that was closed meanwhile is the page itself', async ({
  page,
}) => {
  await arrive(page, layers.cart as Layer)
  await layers.cart?.open(page)
  await expect(layers.cart?.shown(page) as Locator).toBeVisible()
  await expect.poll(() => entries(page)).toMatchObject({ layer: 1 })
  // What a browser restores: the page as it was, with an event.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await page.keyboard.press('Escape')
  await atPage(page)
  await leavesOnce(page)
})

test('closing the cart leaves the page where it was', async ({ page }) => {
  await putInCart(page, { name: 'Mary Dress', size: '12-14' })
  await page.evaluate(() => scrollTo(0, 900))
  const drawer = await openCart(page)
  await drawer.getByRole('button', { name: 'Close cart' }).click()
  await expect(drawer).toBeHidden()
  expect(await page.evaluate(() => scrollY)).toBe(900)
})

/** Opens /about and then the layer's page; returns the length of the history. */
async function arrive(page: Page, { on }: Layer): Promise<number> {
  await page.goto('/about')
  await page.goto(on)
  return page.evaluate(() => history.length)
}

function entries(page: Page): Promise<{ layer: number; more: number }> {
  return page.evaluate(() => ({ layer: history.state?.layer ?? 0, more: history.length }))
}

/** Waits until the present entry is the page's own. */
async function atPage(page: Page): Promise<void> {
  await expect.poll(async () => (await entries(page)).layer).toBe(0)
}

async function leavesOnce(page: Page): Promise<void> {
  await atPage(page)
  await page.goBack()
  await expect(page).toHaveURL('/about')
  await answersByScript(page)
}
