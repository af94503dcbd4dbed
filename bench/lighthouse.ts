import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
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
 * Pages in Lighthouse on a throttled phone; `npm run bench -- lighthouse https://…` measures
 * that shop instead of one of its own. Lighthouse comes from the registry when it is first used: with its dependencies it
 * is 130 MB, a fifth of all packages, for one command.
 */
export async function lighthouse(figures: Figures, given?: string): Promise<void> {
  await using shop = given ? null : await openShop()
  const url = given ?? shop?.url ?? ''
  const [port = 0] = await freePorts(1)
  await using _browser = await launchBrowser([`--remote-debugging-port=${port}`])
  for (const [name, path] of Object.entries(pages)) {
    // The first visitor of a page waits for its rendering.
    await (await fetch(url + path)).text()
    const address = url + path
    addReports(figures, name, [await look(address, port), await look(address, port), await look(address, port)])
  }
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
