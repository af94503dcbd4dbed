import { gzipSync } from 'node:zlib'
import { dataFolder } from '#tests/fixtures/program.ts'
import { readGarments } from '#tests/fixtures/public-garments.ts'
import { type Figures, median } from './figures.ts'
import { compareWithNginx, medianLoad } from './load.ts'
import { anonKey, launchBrowser, openShop, type Shop } from './shop.ts'

/** The speed of the buying path, compared with nginx. */
export async function buyingPath(figures: Figures): Promise<void> {
  await using data = await dataFolder()
  const start = async (env: Record<string, string> = {}) => openShop(env, data.path)
  const startAndStop = async () => {
    await using shop = await start()
    return shop.startMs
  }
  figures.add('start with an empty data folder', await startAndStop(), 'ms', { atMost: 8_000 })
  const again = [await startAndStop(), await startAndStop(), await startAndStop()]
  figures.add('start again', median(again), 'ms', { atMost: 4_000 })
  // With a worker, a new shop makes its renditions for some minutes after its first start.
  {
    await using shop = await start({ WORKER: 'off' })
    await measureCached(figures, shop)
  }
  await using shop = await start({ WORKER: 'off', RATE_LIMITS: 'false' })
  await measureUncached(figures, shop)
}

async function measureCached({ add }: Figures, shop: Shop): Promise<void> {
  const pages = { '/shop': '/shop', '/product/{slug}': await garmentPath(shop) }
  for (const [what, path] of Object.entries(pages)) {
    const { theirs, ours } = await compareWithNginx(shop, path)
    add(`${what} from nginx`, theirs.requestsPerSecond, 'requests/s')
    add(`${what} from the page cache`, ours.requestsPerSecond, 'requests/s', {}, ours.errors)
    add(`${what}: cache ÷ nginx`, ours.requestsPerSecond / theirs.requestsPerSecond, '×', { atLeast: 0.65 })
  }
  add('memory after the cached load', shop.rssMib(), 'MiB', { atMost: 200 })
  add('scripts of /shop before a touch', (await scriptBytes(`${shop.url}/shop`)) / 1_000, 'kB gzip', { atMost: 135 })
}

async function measureUncached({ add }: Figures, shop: Shop): Promise<void> {
  const measure = async (what: string, path: string, atLeast: number, headers = {}) => {
    const { requestsPerSecond, errors } = await medianLoad(shop.url + path, { headers })
    add(what, requestsPerSecond, 'requests/s', { atLeast }, errors)
  }
  await measure('/shop rendered for each request', '/shop?each=anew', 600)
  await measure('/product/{slug} rendered for each request', `${await garmentPath(shop)}?each=anew`, 600)
  const products = '/rest/v1/products?select=*&active=eq.true&order=created_at.asc'
  await measure('/rest/v1/products', products, 1_200, { apikey: anonKey })
  add('memory after the uncached load', shop.rssMib(), 'MiB', { atMost: 350 })
}

async function garmentPath({ url }: Shop): Promise<string> {
  const { garments } = await readGarments(url)
  return `/product/${garments[0].slug}`
}

/** The gzip sizes of what a browser loads before the first interaction: each file, and the inline scripts. */
async function scriptBytes(url: string): Promise<number> {
  await using browser = await launchBrowser()
  const page = await browser.newPage()
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    const isScript = response.request().resourceType() === 'script'
    if (isScript) sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const inline = await page.$$eval('script:not([src])', (scripts) => scripts.map((each) => each.textContent).join('\n'))
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, gzipSync(inline).length)
}
