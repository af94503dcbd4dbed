import { gzipSync } from 'node:zlib'
import type { CDPSession, Page, Response } from '@playwright/test'
import { expect, test } from './shop.ts'

/** On a phone's first visit. Scripts in gzip, those in the page with them; all bytes as they came over the line. */
const budgets = [
  { path: '/shop', scripts: 135_000, all: 350_000 },
  { path: '/', scripts: 140_000, all: 350_000 },
  { path: '/product/anna-linen-dress', scripts: 140_000, all: 350_000 },
]

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true })

test('a first visit by phone stays within its bytes, nothing moves, and the picture seen first is asked for by the head', async ({
  page,
  shop,
}) => {
  await page.addInitScript(watchShifts)
  for (const { path, scripts, all } of budgets) {
    // The second one gets the page in its smaller form.
    await (await fetch(shop.url + path)).text()
    const client = await page.context().newCDPSession(page)
    const counted = await countBytes(client)
    const scriptsOf = readScripts(page)
    const response = await page.goto(path, { waitUntil: 'networkidle' })

    expect.soft(await scriptsOf(), `${path}: scripts`).toBeLessThan(scripts)
    expect.soft(counted(), `${path}: bytes`).toBeLessThan(all)
    const moved = await page.evaluate(() => (window as unknown as { moved: number }).moved)
    expect.soft(moved, `${path}: layout shift`).toBeLessThanOrEqual(0.01)
    expect
      .soft(response?.headers().link, path)
      .toMatch(/rel=preload; as=image; .*imagesrcset="[^"]+"; imagesizes="[^"]+"/)
    await client.detach()
  }
})

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
    const inline = await page.$$eval('script:not([src]):not([type="application/ld+json"])', (scripts) =>
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
