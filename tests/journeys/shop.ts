import { test as base, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { type Running, startShop } from '#tests/fixtures/program.ts'
import { copyShop } from '#tests/fixtures/shop-copy.ts'
import { goUntilHydrated } from './hydrated.ts'

export { expect }

export type ShopUnderTest = {
  /** The shop with its jobs running. */
  url: string
  /** Rows of the database, read as the service role. */
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>
}

type Program = ShopUnderTest & {
  /** Starts a second server of the same shop with other settings. */
  startAnother(settings: Record<string, string>): Promise<Running>
}
type Buyer = { shop: ShopUnderTest }
type Programs = {
  program: Program
  /** The same shop through a server that runs no jobs: webhook events stay queued, so the success page acts first. */
  urlWithoutJobs: string
}

/**
 * A built shop with its initial catalogue for each worker, and a page whose console stays clean: a browser error, a
 * failed hydration or a blocked script fails the test.
 */
export const test = base.extend<Buyer, Programs>({
  browser: [
    async ({ browser }, use) => {
      await goUntilHydrated(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],
  program: [
    async ({ browserName: _ }, use) => {
      await using copy = await copyShop(...templatePlace())
      const start = async (more: object) => {
        const [port = 0] = await freePorts(1)
        return startShop(copy.dataDir, port, { ...copy.env, ...more })
      }
      const shop = await start({})
      const pool = new pg.Pool({ connectionString: copy.connectionString, max: 2 })
      await use({ url: shop.url, rows: readAsService(pool), startAnother: start })
      await pool.end()
      await shop.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  urlWithoutJobs: [
    async ({ program }, use) => {
      const without = await program.startAnother({ WORKER: 'off' })
      await use(without.url)
      await without.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // The next journey of the worker measures and lists what is sold: garments that a journey added go with it.
  shop: [
    async ({ program }, use) => {
      const sold = await program.rows<{ id: string }>('select id from public.products')
      await use(program)
      await program.rows('delete from public.products where id <> all($1)', [sold.map(({ id }) => id)])
    },
    { auto: true },
  ],
  baseURL: async ({ program }, use) => use(program.url),
  page: async ({ page }, use) => {
    const wrong: string[] = []
    listenForErrors(page, wrong)
    await use(page)
    expect(wrong).toEqual([])
  },
})

/** The PostgreSQL and the data folder that this run copies its shops from. */
export function templatePlace(): [server: string, templateDir: string] {
  const { TEST_DATABASE_URL: server = '', TEST_SHOP_TEMPLATE: templateDir = '' } = process.env
  return [server, templateDir]
}

/** Records errors of a page in `wrong`. */
export function listenForErrors(page: Page, wrong: string[]): void {
  page.on('pageerror', (error) => wrong.push(`${error.name}: ${error.message}`))
  page.on('console', (message) => {
    // The browser logs every response that is not 2xx, also an expected error; it also logs the trace's own script in a
    // frame without scripts.
    const isOfBrowser = /^Failed to load resource|^Blocked script execution in 'about:(?:srcdoc|blank)'/.test(
      message.text(),
    )
    if (message.type() === 'error' && !isOfBrowser) wrong.push(message.text())
  })
}

/** Queries the database as the service role. */
export function readAsService(pool: pg.Pool): ShopUnderTest['rows'] {
  return async function rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = await pool.connect()
    try {
      await client.query('begin; set local role service_role')
      const result = await client.query(text, values)
      await client.query('commit')
      return result.rows as Row[]
    } finally {
      client.release()
    }
  }
}
