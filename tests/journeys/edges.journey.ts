import { movesOf, watchMoves } from './layout-moves.ts'
import { expect, test } from './shop.ts'

test('pictures that bleed reach the edge of a wide window', async ({ page }) => {
  for (const [width, path] of [
    [1920, '/'],
    [2560, '/'],
    [1920, '/about'],
    [2560, '/pre-order'],
  ] as const) {
    await page.setViewportSize({ width, height: 1200 })
    await page.goto(path)
    const gaps = await page.evaluate(() =>
      [...document.querySelectorAll('main img[class*="--bleed"], main [class*="--bleed"] > img')].map((picture) =>
        Math.round(picture.getBoundingClientRect().left),
      ),
    )
    expect(gaps.length, `${path} at ${width}`).toBeGreaterThan(0)
    expect(
      gaps.filter((gap) => gap !== 0),
      `${path} at ${width}`,
    ).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test('each line of a note has the direction of its own first letter', async ({ page }) => {
  await page.goto('/contact')
  const lines = await page.evaluate(() => {
    const note = document.createElement('p')
    Object.assign(note, { dir: 'auto', textContent: 'Two dresses.\n\u05e9\u05dc\u05d5\u05dd' })
    note.style.cssText = 'white-space: pre-line; width: 300px; text-align: start'
    document.body.append(note)
    const text = document.createRange()
    text.selectNodeContents(note)
    const box = note.getBoundingClientRect()
    return [...text.getClientRects()]
      .filter(({ width }) => width > 5)
      .map(({ left, right }) => (left - box.left < 1 ? 'left' : box.right - right < 1 ? 'right' : 'elsewhere'))
  })
  expect(lines).toEqual(['left', 'right'])
})

test('on a phone the page of a garment ends with its footer, also below the buy bar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/product/mary-dress')
  const below = () =>
    page.evaluate(() => {
      const foot = document.querySelector('footer.foot')?.getBoundingClientRect().bottom ?? 0
      return Math.abs(Math.round(document.documentElement.scrollHeight - (foot + window.scrollY)))
    })
  expect(await below()).toBe(0)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByRole('button', { name: 'Choose a size' })).toBeVisible()
  expect(await below()).toBe(0)
  const covered = await page.evaluate(() => {
    const line = document.querySelector('footer.foot p:last-of-type')?.getBoundingClientRect()
    return line && document.elementFromPoint(line.left + 5, line.bottom - 2)?.closest('footer') !== null
  })
  expect(covered).toBe(true)
})

test('with text twice as large neither the banner nor the moving line is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    await page.goto('/shop')
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(
      await page.evaluate(() =>
        ['body > header p', 'aside a', 'aside span'].filter((part) => {
          const element = document.querySelector(part)
          return !element || element.scrollHeight > element.clientHeight + 1
        }),
      ),
    ).toEqual([])
  }
})

test('with forced colours the cart has an edge', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/shop')
  await page.getByRole('button', { name: /^Open cart/ }).click()
  const cart = page.getByRole('dialog', { name: 'Your Cart' })
  await expect(cart).toBeVisible()
  expect(await cart.evaluate((element) => getComputedStyle(element).borderLeftWidth)).toBe('1px')
})

test('with forced colours a card has the swatch of its cloth', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/shop')
  const colour = page.locator('main .card').getByText('Forest green')
  await expect(colour).toHaveCSS('background-image', /^radial-gradient/)
  await expect(colour).toHaveCSS('color', 'rgb(0, 0, 0)')
})

test('About does not move when its fonts arrive late', async ({ page }) => {
  await watchMoves(page)
  await page.route('**/*.woff2', async (route) => {
    await new Promise((go) => setTimeout(go, 1_000))
    await route.continue()
  })
  for (const [width, height, most] of [
    [390, 844, 0],
    // The menu and the text differ by less than a pixel in the fonts that stand in.
    [320, 640, 0.001],
    [768, 1024, 0.001],
    [1280, 800, 0.005],
    [1920, 1080, 0.005],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/about', { waitUntil: 'networkidle' })
    await page.evaluate(() => document.fonts.ready)
    const moves = await movesOf(page)
    const moved = moves.reduce((sum, move) => sum + Number.parseFloat(move), 0)
    expect.soft(moved, `${width} px: ${moves.join(', ')}`).toBeLessThanOrEqual(most)
  }
})
