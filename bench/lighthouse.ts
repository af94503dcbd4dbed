import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import { chromium } from 'playwright-core'
import { dataFolder, startShop } from '#tests/fixtures/program.ts'
import { collectFigures } from './figures.ts'
import { type LighthouseResult, loadLighthouse } from './lighthouse-tool.ts'
import { type Touched, touchThrough } from './touching.ts'

/**
 * Home, shop and a product in Lighthouse on a throttled phone, and the response to touches:
 * `npm run bench -- lighthouse`. Needs Chromium, and the registry the first time. Run it on a quiet machine; five
 * minutes. With an address (`npm run bench -- lighthouse https://…`) it measures that shop instead of one of its own.
 */
const port = 23_950
const debuggingPort = 23_951
const [given] = process.argv.slice(2)
const pages = [
  ['Home', '/'],
  ['Shop', '/shop'],
  ['Garment', '/product/anna-linen-dress'],
] as const
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
)
if (!executablePath) throw new Error('Lighthouse needs a Chromium: install one, or name it in CHROMIUM_PATH')

const lighthouse = await loadLighthouse()
const { add, note, print } = collectFigures()
await using data = await dataFolder()
const shop = given ? null : await startShop(data.path, port)
const url = given ?? shop?.url ?? ''
const browser = await chromium.launch({
  executablePath,
  args: ['--headless', '--no-sandbox', '--disable-gpu', `--remote-debugging-port=${debuggingPort}`],
})
try {
  for (const [name, path] of pages) {
    // The first visitor of a page gets it before it is compressed.
    await (await fetch(url + path)).text()
    const runs = []
    for (let times = 0; times < 3; times += 1) runs.push(await look(url + path))
    tell(name, runs)
  }
  await touch(1)
  await touch(4)
} finally {
  await browser.close()
  await shop?.stop()
}
print(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)

async function look(address: string): Promise<LighthouseResult> {
  // A rehearsal is noindex.
  const flags = {
    skipAudits: ['is-crawlable'],
    port: debuggingPort,
    output: 'json',
    onlyCategories: categories,
    logLevel: 'error',
  }
  const result = await lighthouse(address, flags)
  if (!result) throw new Error(`Lighthouse saw nothing at ${address}`)
  return result.lhr
}

function tell(name: string, runs: LighthouseResult[]): void {
  for (const category of categories) {
    const score = median(runs.map((run) => (run.categories[category]?.score ?? 0) * 100))
    add(`${name}: ${category}`, score, '', { atLeast: 100 })
  }
  const figure = (id: string) => median(runs.map((run) => run.audits[id]?.numericValue ?? 0))
  const unseen = runs.filter((run) => run.audits['largest-contentful-paint']?.numericValue === undefined).length
  add(`${name}: LCP`, figure('largest-contentful-paint'), 'ms', { atMost: 1_200 }, unseen)
  add(`${name}: CLS`, figure('cumulative-layout-shift'), '', { atMost: 0.01 })
  note(`${name}: TBT`, figure('total-blocking-time'), 'ms')
  note(`${name}: bytes`, figure('total-byte-weight') / 1_000, 'kB')
  const [last] = runs
  for (const category of categories.slice(1)) {
    for (const { id, weight } of last?.categories[category]?.auditRefs ?? []) {
      const audit = last?.audits[id]
      const isFine = !audit || audit.score === null || audit.score === 1 || audit.scoreDisplayMode === 'notApplicable'
      if (!isFine && weight > 0) process.stdout.write(`${name}, ${category}: ${audit.title} (${id})\n`)
    }
  }
}

/** Medians of three visits: a single frame is a sixth of the goal. */
async function touch(slower: number): Promise<void> {
  const visits: Touched[] = []
  for (let times = 0; times < 3; times += 1) {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    })
    visits.push(await touchThrough(await context.newPage(), url, slower))
    await context.close()
  }
  const of = slower === 1 ? 'on this processor' : `on a processor ${slower} times slower`
  const middle = (figure: keyof Touched) => median(visits.map((visit) => visit[figure]))
  add(`the slowest answer to a touch, ${of}`, middle('slowestAnswerMs'), 'ms', { atMost: 100 })
  add(`from the shop to a garment that was fetched ahead, ${of}`, middle('toGarmentMs'), 'ms', { atMost: 100 })
  add(`and back to the shop, ${of}`, middle('backToShopMs'), 'ms', { atMost: 100 })
  note('requests of that navigation', middle('askedAgain'), '')
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
