import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataFolder } from '#tests/fixtures/program.ts'
import { readGarments } from '#tests/fixtures/public-garments.ts'
import { type Figures, median } from './figures.ts'
import { alternate, compareWithPeer, medianLoad } from './load.ts'
import { startBareHttp, startRenderers } from './peers.ts'
import { anonKey, openShop, type Shop } from './shop.ts'

/** The speed of the buying path, compared with a bare `node:http`, bare React Router and Next.js. */
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
      const { ours, peer, bytes } = await compareWithPeer(shop, path, { start: startBareHttp, headers })
      const what = `${name}, ${form}`
      add(`${what}: bytes`, bytes / 1_000, 'kB', { atMost: form === 'plain' ? 45 : 9 })
      add(`${what} from the page cache`, ours.requestsPerSecond, 'requests/s', {}, ours.errors)
      add(`${what} from a bare node:http`, peer.requestsPerSecond, 'requests/s', {}, peer.errors)
      add(`${what}: ours ÷ node:http`, ours.requestsPerSecond / peer.requestsPerSecond, '×', { atLeast: 0.9 })
    }
  }
  add('memory after the cached load', shop.rssMib(), 'MiB', { atMost: 200 })
}

async function measureUncached({ add }: Figures, shop: Shop): Promise<void> {
  const measure = async (what: string, path: string, goal = {}, options = {}) => {
    const { requestsPerSecond, errors } = await medianLoad(shop.url + path, { connections: 32, ...options })
    add(what, requestsPerSecond, 'requests/s', goal, errors)
  }
  await measure('/shop rendered for each request', '/shop?each=anew', { atLeast: 600 })
  await measure('/product/{slug} rendered for each request', `${await garmentPath(shop)}?each=anew`, { atLeast: 600 })
  const products = '/rest/v1/products?select=*&active=eq.true&order=created_at.asc'
  const headers = { apikey: anonKey }
  await measure('/rest/v1/products', products, { atLeast: 1_200 }, { headers })
  // Requests that share nothing with another.
  const script = join(shop.folder, 'no-two-alike.lua')
  await writeFile(script, noTwoAlike)
  await measure('/rest/v1/products, no two alike', products, {}, { headers, script })
  add('memory after the uncached load', shop.rssMib(), 'MiB', { atMost: 350 })
}

const noTwoAlike = `local threads = 0
function setup(thread) thread:set('own', threads) threads = threads + 1 end
function init() sent = 0 end
function request()
  sent = sent + 1
  return wrk.format('GET', wrk.path .. '&name=neq.' .. own .. '-' .. sent)
end`

/** One rendering at a time, so that none is shared, beside peers that render the same elements. */
async function measureRenderings({ add }: Figures, shop: Shop): Promise<void> {
  const paths = ['/shop', await garmentPath(shop)]
  await using peers = await startRenderers(
    await Promise.all(paths.map(async (path) => (await fetch(shop.url + path)).text())),
  )
  for (const [index, path] of paths.entries()) {
    const reactRouter = `${peers.reactRouter.url}?page=${index}`
    const next = `${peers.next.url}?page=${index}`
    const loads = await alternate({ ours: `${shop.url}${path}?each=anew`, reactRouter, next }, { connections: 1 })
    add(`${path}, one rendering at a time`, loads.ours.requestsPerSecond, 'requests/s', {}, loads.ours.errors)
    for (const [name, peer, atMost] of [
      ['bare React Router’s', loads.reactRouter, 1.7],
      ['Next.js dynamic’s', loads.next, 0.67],
    ] as const) {
      add(
        `${path}: cost ÷ ${name}`,
        peer.requestsPerSecond / loads.ours.requestsPerSecond,
        '×',
        { atMost },
        peer.errors,
      )
    }
  }
}

async function garmentPath({ url }: Shop): Promise<string> {
  const { garments } = await readGarments(url)
  return `/product/${garments[0].slug}`
}
