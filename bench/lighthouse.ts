import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { type Figures, median } from './figures.ts'
import { launchBrowser, openShop } from './shop.ts'

const version = '13.5.0'
const pages = { Home: '/', Shop: '/shop', Garment: '/product/anna-linen-dress' }
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

/** The printed parts of a report: scores from 0 to 1, figures of audits, and their details. */
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; scoreDisplayMode: string; numericValue?: number }>
}

/**
 * Pages in Lighthouse on a throttled phone, and the response to touches; `npm run bench -- lighthouse https://…` measures
 * that shop instead of one of its own. Lighthouse comes from the registry when it is first used: with its dependencies it
 * is 130 MB, a fifth of all packages, for one command.
 */
export async function lighthouse(figures: Figures, given?: string): Promise<void> {
  await using shop = given ? null : await openShop()
  const url = given ?? shop?.url ?? ''
  const [port = 0] = await freePorts(1)
  await using browser = await launchBrowser([`--remote-debugging-port=${port}`])
  for (const [name, path] of Object.entries(pages)) {
    // The first visitor of a page gets it before it is compressed.
    await (await fetch(url + path)).text()
    const address = url + path
    addReports(figures, name, [await look(address, port), await look(address, port), await look(address, port)])
  }
  await measureTouches(figures, browser, url, 1)
  await measureTouches(figures, browser, url, 4)
}

async function look(address: string, port: number): Promise<Report> {
  // A rehearsal is noindex.
  const flags = [
    `--port=${port}`,
    `--only-categories=${categories}`,
    '--skip-audits=is-crawlable',
    '--output=json',
    '--quiet',
  ]
  const { stdout } = await promisify(execFile)('npx', ['--yes', `lighthouse@${version}`, address, ...flags], {
    env: { ...process.env, npm_config_ignore_scripts: 'true' },
    maxBuffer: 100_000_000,
    shell: process.platform === 'win32',
  })
  return JSON.parse(stdout) as Report
}

function addReports({ add }: Figures, name: string, reports: Report[]): void {
  for (const category of categories) {
    const scores = reports.map((report) => (report.categories[category]?.score ?? 0) * 100)
    add(`${name}: ${category}`, median(scores), '', { atLeast: 100 })
  }
  const figure = (id: string) => median(reports.map(({ audits }) => audits[id]?.numericValue ?? 0))
  const unseen = reports.filter(({ audits }) => audits['largest-contentful-paint']?.numericValue === undefined).length
  add(`${name}: LCP`, figure('largest-contentful-paint'), 'ms', { atMost: 1_200 }, unseen)
  add(`${name}: CLS`, figure('cumulative-layout-shift'), '', { atMost: 0.01 })
  add(`${name}: TBT`, figure('total-blocking-time'), 'ms')
  add(`${name}: bytes`, figure('total-byte-weight') / 1_000, 'kB')
  const [report] = reports
  for (const category of categories.slice(1)) {
    for (const { id, weight } of report?.categories[category]?.auditRefs ?? []) {
      const { title, score = null, scoreDisplayMode } = report?.audits[id] ?? {}
      const isFine = score === null || score === 1 || scoreDisplayMode === 'notApplicable' || weight === 0
      if (!isFine) console.log(`${name}, ${category}: ${title} (${id})`)
    }
  }
}

/** Medians of three visits: a single frame is a sixth of the goal. `slower`: than this machine's processor. */
async function measureTouches({ add }: Figures, browser: Browser, url: string, slower: number): Promise<void> {
  const visits: Touched[] = []
  while (visits.length < 3) {
    const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
    await using context = await browser.newContext(phone)
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send('Emulation.setCPUThrottlingRate', { rate: slower })
    visits.push(await touchThrough(page, url))
  }
  const of = slower === 1 ? 'on this processor' : `on a processor ${slower} times slower`
  const middle = (figure: keyof Touched) => median(visits.map((visit) => visit[figure]))
  add(`the slowest answer to a touch, ${of}`, middle('slowestAnswerMs'), 'ms', { atMost: 100 })
  add(`from the shop to a garment that was fetched ahead, ${of}`, middle('toGarmentMs'), 'ms', { atMost: 100 })
  add(`and back to the shop, ${of}`, middle('backToShopMs'), 'ms', { atMost: 100 })
  add('requests of that navigation', middle('requests'), '')
}

/** `requests`: those of the navigation to the garment, which the prefetch at the touch should have made. */
type Touched = { slowestAnswerMs: number; toGarmentMs: number; backToShopMs: number; requests: number }

/** A visit by phone: the menu, a product, a size, the cart, and back. */
async function touchThrough(page: Page, url: string): Promise<Touched> {
  await page.addInitScript(() => {
    const seen = Object.assign(window, { slowestAnswer: 0 })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.slowestAnswer = Math.max(seen.slowestAnswer, duration)
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  })
  await page.goto(`${url}/shop`, { waitUntil: 'networkidle' })
  const menu = page.locator('header summary').first()
  for (let taps = 0; taps < 2 && (await menu.isVisible()); taps += 1) await menu.tap()
  const garment = await page.locator('main a[href^="/product/"]').first().getAttribute('href')
  const there = await follow(page, garment ?? '')
  await page.locator('fieldset label').first().tap()
  const button = page.getByRole('button', { name: /add to cart|pre-order/i })
  await button.first().tap()
  await page.waitForTimeout(1_000)
  await page.keyboard.press('Escape')
  const back = await follow(page, '/shop')
  const slowestAnswerMs = await page.evaluate(() => (window as unknown as { slowestAnswer: number }).slowestAnswer)
  return { slowestAnswerMs, toGarmentMs: there.ms, backToShopMs: back.ms, requests: there.requests }
}

/** Touches a link, waits for the prefetch, releases it, and waits for the next page's heading. */
async function follow(page: Page, href: string): Promise<{ ms: number; requests: number }> {
  const link = page.locator(`a[href="${href}"]:visible`).first()
  await link.dispatchEvent('touchstart')
  await link.dispatchEvent('pointerenter')
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(300)
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const ms = await link.evaluate(async (anchor: HTMLAnchorElement) => {
    const nextFrame = () => new Promise((frame) => requestAnimationFrame(frame))
    const before = document.querySelector('h1')?.textContent
    const beganMs = performance.now()
    anchor.click()
    while (document.querySelector('h1')?.textContent === before) {
      if (performance.now() - beganMs > 5_000) return Number.POSITIVE_INFINITY
      await nextFrame()
    }
    await nextFrame()
    return performance.now() - beganMs
  })
  page.removeAllListeners('request')
  return { ms, requests: requested.filter((path) => /\.(?:data|js)$/.test(path)).length }
}
