import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { CDPSession, Page, Response } from '@playwright/test'
import { expect, test } from './shop.ts'

/**
 * Budgets of a first visit on a phone. Scripts are measured as gzip, inline ones included, without
 * the page's data, which depends on what other journeys sell. The total is measured as transferred. `html`: the page
 * itself, in full and as the cache compresses it.
 */
const budgets = [
  { path: '/shop', scripts: 130_550, all: 350_000, html: [41_900, 9_200] },
  { path: '/', scripts: 134_000, all: 350_000, html: [50_000, 12_700] },
  { path: '/product/anna-linen-dress', scripts: 139_700, all: 350_000, html: [67_900, 17_800] },
] as const

/** Of these the program that begins React is text until then. */
const beforeTouch = 5_600

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true })

test('a first visit on a phone stays within its byte budgets, has no layout shift and preloads the first image', async ({
  page,
}) => {
  await page.addInitScript(watchShifts)
  for (const { path, scripts, all, html } of budgets) {
    const client = await page.context().newCDPSession(page)
    const counted = await countBytes(client)
    const scriptsOf = readScripts(page)
    const requested = notePictures(page)
    const response = await page.goto(path, { waitUntil: 'networkidle' })

    expect.soft(await scriptsOf(), `${path}: scripts`).toBeLessThan(scripts)
    expect.soft(counted(), `${path}: bytes`).toBeLessThan(all)
    const text = (await response?.body()) ?? Buffer.alloc(0)
    expect.soft(text.length, `${path}: HTML`).toBeLessThan(html[0])
    expect.soft(compressed(text), `${path}: HTML, compressed`).toBeLessThan(html[1])
    const moved = await page.evaluate(() => (window as unknown as { moved: number }).moved)
    expect.soft(moved, `${path}: layout shift`).toBeLessThanOrEqual(0.01)
    expect
      .soft(response?.headers().link, path)
      .toMatch(/rel=preload; as=image; .*imagesrcset="[^"]+"; imagesizes="[^"]+"/)
    const shown = await page
      .locator('img[fetchpriority="high"]')
      .first()
      .evaluate((image: HTMLImageElement) => image.currentSrc)
    expect
      .soft(
        requested.filter((url) => url === shown),
        `${path}: ${shown}`,
      )
      .toHaveLength(1)
    await client.detach()
  }
})

test('before the first touch a garment’s page has no script but those in its HTML', async ({ page }) => {
  const scriptsOf = readScripts(page)
  await page.goto('/product/anna-linen-dress', { waitUntil: 'domcontentloaded' })
  await page.waitForLoadState()
  // Longer than the scripts of any page wait for its image.
  await page.waitForTimeout(3_000)
  expect(await scriptsOf()).toBeLessThan(beforeTouch)
})

test('the first image of a product is prefetched once before the navigation', async ({ page }) => {
  await page.goto('/shop')
  const requested = notePictures(page)
  // No card is as wide as the image on a product page.
  const large = () => requested.filter((url) => url.includes('width=800'))
  const link = page.getByRole('link', { name: 'Anna Linen Dress' }).first()
  await expect(async () => {
    await page.mouse.move(0, 0)
    await link.hover()
    await expect.poll(large, { timeout: 1_000 }).toHaveLength(1)
  }).toPass()
  const [ahead] = large()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Anna Linen Dress' })).toBeVisible()
  const first = page.locator('main img[fetchpriority="high"]').first()
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.currentSrc)).toBe(ahead)
  expect(requested.filter((url) => url === ahead)).toHaveLength(1)
})

function compressed(text: Buffer): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
}

/** The addresses of product images requested from now on. */
function notePictures(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/render/image/public/')) requested.push(request.url())
  })
  return requested
}

async function countBytes(client: CDPSession): Promise<() => number> {
  let bytes = 0
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await client.send('Network.enable')
  await client.send('Network.clearBrowserCache')
  return () => bytes
}

function readScripts(page: Page): () => Promise<number> {
  const reading: Promise<number>[] = []
  const note = (response: Response) => {
    if (response.request().resourceType() !== 'script') return
    reading.push(response.body().then((body) => gzipSync(body).length))
  }
  page.on('response', note)
  return async () => {
    page.off('response', note)
    const inline = await page.$$eval('script:not([src]):not([type$="json"])', (scripts) =>
      scripts.map((script) => script.textContent ?? '').join('\n'),
    )
    return (await Promise.all(reading)).reduce((sum, size) => sum + size, gzipSync(inline).length)
  }
}

function watchShifts(): void {
  const seen = { moved: 0 }
  Object.defineProperty(window, 'moved', { get: () => seen.moved })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) seen.moved += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
