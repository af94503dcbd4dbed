import type { Page, Request } from 'playwright-core'

/** Response times of the shop, in milliseconds. */
export type Touched = { slowestAnswerMs: number; toGarmentMs: number; backToShopMs: number; askedAgain: number }

/**
 * A visit by phone: the menu, a product, a size, the cart. `askedAgain` counts requests of a navigation that the
 * prefetch at the touch should have made. `slower`: the CPU slowdown compared with this machine.
 */
export async function touchThrough(page: Page, url: string, slower: number): Promise<Touched> {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.addInitScript(() => {
    const seen = { slowest: 0 }
    Object.defineProperty(window, 'slowestAnswer', { get: () => seen.slowest })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.slowest = Math.max(seen.slowest, duration)
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  })
  await page.goto(`${url}/shop`, { waitUntil: 'networkidle' })
  const menu = page.locator('header summary').first()
  if (await menu.isVisible()) {
    await menu.tap()
    await menu.tap()
  }
  const card = page.locator('main a[href^="/product/"]').first()
  const href = (await card.getAttribute('href')) ?? ''
  const { ms: toGarmentMs, asked: requests } = await go(page, href)
  await page.locator('fieldset label').first().tap()
  await page
    .getByRole('button', { name: /add to cart|pre-order/i })
    .first()
    .tap()
  await page.waitForTimeout(1_000)
  await page.keyboard.press('Escape')
  const { ms: backToShopMs } = await go(page, '/shop')
  const slowestAnswerMs = await page.evaluate(() => (window as unknown as { slowestAnswer: number }).slowestAnswer)
  return { slowestAnswerMs, toGarmentMs, backToShopMs, askedAgain: requests }
}

/** Touches a link, waits for the prefetch, releases it, and waits for the next page's title. */
async function go(page: Page, href: string): Promise<{ ms: number; asked: number }> {
  const link = page.locator(`a[href="${href}"]:visible`).first()
  await link.dispatchEvent('touchstart')
  await link.dispatchEvent('pointerenter')
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(300)
  let requests = 0
  const count = (request: Request) => {
    if (/\.(?:data|js)$/.test(new URL(request.url()).pathname)) requests += 1
  }
  page.on('request', count)
  const ms = await page.evaluate(async (path) => {
    const before = document.querySelector('h1')?.textContent
    const anchor = [...document.querySelectorAll<HTMLAnchorElement>(`a[href="${path}"]`)].find(
      (each) => each.offsetParent !== null,
    )
    const began = performance.now()
    anchor?.click()
    while (document.querySelector('h1')?.textContent === before) {
      if (performance.now() - began > 5_000) return Number.POSITIVE_INFINITY
      await new Promise((frame) => requestAnimationFrame(frame))
    }
    await new Promise((frame) => requestAnimationFrame(frame))
    return performance.now() - began
  }, href)
  page.off('request', count)
  return { ms, asked: requests }
}
