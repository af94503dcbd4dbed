import { gzipSync } from 'node:zlib'
import { dataFolder } from '#tests/fixtures/program.ts'
import { readGarments } from '#tests/fixtures/public-garments.ts'
import { type Figures, median } from './figures.ts'
import { alternate, compareWithPeers, type Load, medianLoad } from './load.ts'
import { startRenderers } from './peers.ts'
import { anonKey, launchBrowser, openShop, type Shop } from './shop.ts'

/** The speed of the buying path, compared with a bare `node:http`, nginx, bare React Router and Next.js. */
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
  await measureRenderings(figures, shop)
}

async function measureCached({ add }: Figures, shop: Shop): Promise<void> {
  const pages = { '/shop': '/shop', '/product/{slug}': await garmentPath(shop) }
  for (const [name, path] of Object.entries(pages)) {
    for (const [form, headers] of Object.entries({ plain: {}, brotli: { 'accept-encoding': 'br' } })) {
      const { ours, bare, nginx, bytes } = await compareWithPeers(shop, path, headers)
      const what = `${name}, ${form}`
      add(`${what}: bytes`, bytes / 1_000, 'kB', { atMost: form === 'plain' ? 45 : 9 })
      add(`${what} from the page cache`, ours.requestsPerSecond, 'requests/s', {}, ours.errors)
      add(`${what}: cache ÷ bare node:http`, ours.requestsPerSecond / bare.requestsPerSecond, '×', { atLeast: 0.9 })
      add(`${what}: cache ÷ nginx`, ours.requestsPerSecond / nginx.requestsPerSecond, '×')
    }
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

/** One rendering at a time, so that none is shared, beside peers that render the same elements. */
async function measureRenderings({ add }: Figures, shop: Shop): Promise<void> {
  for (const path of ['/shop', await garmentPath(shop)]) {
    await using peers = await startRenderers(await (await fetch(shop.url + path)).text())
    const urls = { ours: `${shop.url}${path}?each=anew`, reactRouter: peers.reactRouter.url, next: peers.next.url }
    const { ours, reactRouter, next } = await alternate(urls, { connections: 1 })
    const cost = (peer: Load) => peer.requestsPerSecond / ours.requestsPerSecond
    add(`${path}, one rendering at a time`, ours.requestsPerSecond, 'requests/s', {}, ours.errors)
    add(`${path}: cost ÷ bare React Router’s`, cost(reactRouter), '×', { atMost: 1.7 }, reactRouter.errors)
    add(`${path}: cost ÷ Next.js dynamic’s`, cost(next), '×', { atMost: 0.67 }, next.errors)
  }
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
