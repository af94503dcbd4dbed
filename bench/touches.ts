import type { Browser, Page } from 'playwright-core'
import { type Figures, median } from './figures.ts'
import { launchBrowser, openShop } from './shop.ts'

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const visits = 5
const goal = { atMost: 100 }

type Touch = { name: string; touch: (page: Page) => Promise<unknown> }

const garment: Touch[] = [
  { name: 'a size', touch: (page) => page.locator('#sizes [type=radio]').nth(2).tap({ force: true }) },
  { name: 'another size', touch: (page) => page.locator('#sizes [type=radio]').nth(1).tap({ force: true }) },
  { name: 'the quantity', touch: (page) => page.getByRole('button', { name: 'Increase quantity' }).tap() },
  { name: 'the height', touch: (page) => page.getByRole('textbox', { name: /^Your height/ }).tap() },
  { name: 'Add to Cart', touch: (page) => page.locator('#sizes [type=submit]').tap() },
  {
    name: 'the heart',
    touch: (page) =>
      page
        .getByRole('button', { name: /^Save / })
        .first()
        .tap(),
  },
  { name: 'the cart', touch: (page) => page.getByRole('button', { name: /^Open cart/ }).tap() },
  { name: 'the cart, closed', touch: (page) => page.getByRole('button', { name: 'Close cart' }).tap() },
  { name: 'the cart, again', touch: (page) => page.getByRole('button', { name: /^Open cart/ }).tap() },
  { name: 'the cart, closed again', touch: (page) => page.getByRole('button', { name: 'Close cart' }).tap() },
]

/** A scroll to the form starts the page's scripts: the slowest of the touches that fall into their start. */
const whileReactBegins: Touch[] = [{ name: 'ten touches while React begins', touch: tapQuickly }]

async function tapQuickly(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Increase quantity' })
  await more.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  const box = await more.boundingBox()
  if (!box) throw new Error('The button is not in view')
  for (let n = 0; n < 10; n += 1) {
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    await page.waitForTimeout(50)
  }
}

/**
 * Visits in the order in which a customer makes them, after the page is loaded: each touch is the first of its kind. A
 * garment's page has no script of React before its first touch.
 */
const journeys: [path: string, list: Touch[]][] = [
  [
    '/shop',
    [
      { name: 'the menu', touch: (page) => page.locator('header summary').first().tap() },
      { name: 'the menu, closed', touch: (page) => page.locator('header summary').first().tap() },
      { name: 'the filters', touch: (page) => page.locator('summary', { hasText: 'Details' }).tap() },
      { name: 'a filter', touch: (page) => page.locator('input[name=feature]').first().tap({ force: true }) },
    ],
  ],
  [
    '/shop?kind=dresses',
    [{ name: 'to a garment', touch: (page) => page.locator('main article h2 a, main article h3 a').first().tap() }],
  ],
  ['/product/mary-dress', garment],
  ['/product/mary-dress', whileReactBegins],
]

/** The same garment while its scripts have not arrived: the first-touch script answers. */
const early = garment.filter(({ name }) => !name.startsWith('the cart'))

/**
 * From each touch to the frame that answers it (event timing, as INP counts it), on a phone with a processor four times
 * slower; medians of five visits.
 */
export async function touches(figures: Figures, given?: string): Promise<void> {
  await using shop = given ? null : await openShop()
  const url = given ?? shop?.url ?? ''
  await using browser = await launchBrowser()
  await measurePaints(figures, browser, url)
  const measured = new Map<string, number[]>()
  const note = (visit: number, answers: [string, number][]) => {
    for (const [name, ms] of answers) if (visit >= 0) measured.set(name, [...(measured.get(name) ?? []), ms])
  }
  // The first visit makes the pictures.
  for (let visit = -1; visit < visits; visit += 1) {
    for (const [path, list] of journeys) {
      note(visit, await visitOnce(browser, url + path, list))
    }
    const answers = await visitOnce(browser, `${url}/product/mary-dress`, early, { hasScripts: false })
    note(
      visit,
      answers.map(([name, ms]) => [`${name}, before React`, ms]),
    )
  }
  for (const [name, list] of measured) {
    figures.add(`${name} (${Math.min(...list)} to ${Math.max(...list)})`, median(list), 'ms', goal)
  }
}

/** As Chromium's own tools have it, where each request waits. */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }

/**
 * The first and the largest paint of a first visit over Slow 4G on that phone, and in turn those of a static page of the
 * same bytes: the page where scripts do not run.
 */
async function measurePaints({ add }: Figures, browser: Browser, url: string): Promise<void> {
  for (const path of ['/', '/shop', '/product/mary-dress']) {
    const ours = { FCP: [] as number[], LCP: [] as number[] }
    const still = { FCP: [] as number[], LCP: [] as number[] }
    // The first visits make the pictures and the compressed page.
    for (let visit = -1; visit < visits; visit += 1) {
      for (const [list, javaScriptEnabled] of [[ours, true] as const, [still, false] as const]) {
        const { FCP, LCP } = await paintOnce(browser, url + path, javaScriptEnabled)
        if (visit < 0) continue
        list.FCP.push(FCP)
        list.LCP.push(LCP)
      }
    }
    for (const paint of ['FCP', 'LCP'] as const) {
      const asStatic = median(still[paint])
      add(`${path}: ${paint} of a static page`, asStatic, 'ms')
      add(`${path}: ${paint}`, median(ours[paint]), 'ms', { atMost: Math.max(1_500, Math.round(asStatic * 1.15)) })
    }
  }
}

async function paintOnce(browser: Browser, address: string, javaScriptEnabled: boolean) {
  await using context = await browser.newContext({ ...phone, javaScriptEnabled })
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', slow4G)
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(1_500)
  return await page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'largest-contentful-paint', buffered: true })
    const [first] = performance.getEntriesByName('first-contentful-paint')
    const largest = observer.takeRecords().at(-1)
    return { FCP: first?.startTime ?? Number.NaN, LCP: largest?.startTime ?? Number.NaN }
  })
}

async function visitOnce(
  browser: Browser,
  address: string,
  list: Touch[],
  { hasScripts = true } = {},
): Promise<[string, number][]> {
  await using context = await browser.newContext(phone)
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(noteEvents)
  if (!hasScripts) await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(address, { waitUntil: 'networkidle' })
  const measured: [string, number][] = []
  for (const { name, touch } of list) {
    await page.waitForTimeout(1_000)
    await page.evaluate(() => Object.assign(window, { slowestMs: 0 }))
    await touch(page)
    await page.waitForTimeout(1_500)
    const slowestMs = await page.evaluate(() => (window as unknown as { slowestMs: number }).slowestMs)
    measured.push([name, slowestMs])
  }
  return measured
}

/** Keeps the longest time from an event of an interaction to the frame after it. */
function noteEvents(): void {
  const seen = Object.assign(window, { slowestMs: 0 })
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[]) {
      if (interactionId) seen.slowestMs = Math.max(seen.slowestMs, duration)
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}
