import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import { dataFolder, type Running, startShop } from '#tests/fixtures/program.ts'
import { collectFigures } from './figures.ts'
import { loadCore, medianLoad, medianLoads, pinToCore, serverCore } from './load.ts'
import { startNginx } from './nginx.ts'
import { scriptsWeight } from './scripts-weight.ts'

/**
 * The speed of the buying path, compared with nginx: run it on a quiet machine with `npm run bench`. Needs wrk and
 * nginx (Debian packages of these names) and Chromium. Load goes to loopback only and ends after its time.
 */
const port = 22_910
const { add, note, print } = collectFigures()
await using data = await dataFolder()

await benchStart()
await benchCached()
await benchUncached()
print(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`, 'Medians of three (cached pages: of five)')

async function benchStart(): Promise<void> {
  const cold = await startShop(data.path, port)
  await cold.stop()
  add('start with an empty data folder', cold.startMs, 'ms', { atMost: 8_000 })
  const warm: number[] = []
  for (let times = 0; times < 3; times += 1) {
    const shop = await startShop(data.path, port)
    warm.push(shop.startMs)
    await shop.stop()
  }
  add('start again', warm.sort((one, other) => one - other)[1] ?? 0, 'ms', { atMost: 4_000 })
}

async function benchCached(): Promise<void> {
  await withShop({}, async (shop) => {
    const slug = await anySlug(shop)
    const paths = ['/shop', `/product/${slug}`]
    const bodies = await Promise.all(
      paths.map(async (path) => Buffer.from(await (await fetch(shop.url + path)).arrayBuffer())),
    )
    const nginx = await startNginx(port + 1, bodies, serverCore)
    await pinToCore(shop.pid, serverCore)
    try {
      for (const [index, path] of paths.entries()) {
        const urls = [`${nginx.url}/${index}`, shop.url + path]
        const [theirs, ours] = await medianLoads(urls, { rounds: 5, core: loadCore })
        if (!theirs || !ours) throw new Error('no run')
        const what = index === 0 ? '/shop' : '/product/{slug}'
        note(`${what} from nginx`, theirs.requestsPerSecond, 'requests/s')
        note(`${what} from the page cache`, ours.requestsPerSecond, 'requests/s', ours.errors)
        add(`${what}: cache ÷ nginx`, ours.requestsPerSecond / theirs.requestsPerSecond, '×', { atLeast: 0.65 })
      }
    } finally {
      await nginx.stop()
    }
    add('memory after the cached load', shop.rssMib(), 'MiB', { atMost: 200 })
    const chromium = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
    if (!chromium) throw new Error('Chromium is needed to weigh the scripts')
    const weight = await scriptsWeight(`${shop.url}/shop`, chromium)
    add('scripts of /shop before a touch', weight.gzipBytes / 1_000, 'kB gzip', { atMost: 135 })
  })
}

async function benchUncached(): Promise<void> {
  await withShop({ RATE_LIMITS: 'false' }, async (shop) => {
    const slug = await anySlug(shop)
    const list = await medianLoad(`${shop.url}/shop?each=anew`)
    add('/shop rendered for each request', list.requestsPerSecond, 'requests/s', { atLeast: 600 }, list.errors)
    const product = await medianLoad(`${shop.url}/product/${slug}?each=anew`)
    add(
      '/product/{slug} rendered for each request',
      product.requestsPerSecond,
      'requests/s',
      { atLeast: 600 },
      product.errors,
    )
    const headers = { apikey: await publicKey(shop) }
    const rest = await medianLoad(`${shop.url}/rest/v1/products?select=*&active=eq.true&order=created_at.asc`, {
      headers,
    })
    add('/rest/v1/products', rest.requestsPerSecond, 'requests/s', { atLeast: 1_200 }, rest.errors)
    add('memory after the uncached load', shop.rssMib(), 'MiB', { atMost: 350 })
  })
}

async function withShop(env: Record<string, string>, work: (shop: Running) => Promise<void>): Promise<void> {
  // A new shop makes its renditions for some minutes after its first start; that load must end first.
  const shop = await startShop(data.path, port, { WORKER: 'off', ...env })
  try {
    await work(shop)
  } finally {
    await shop.stop()
  }
}

async function publicKey(shop: Running): Promise<string> {
  const html = await (await fetch(`${shop.url}/shop`)).text()
  const key = /name="backend-key" content="([^"]+)"/.exec(html)?.[1]
  if (!key) throw new Error('the page names no key')
  return key
}

async function anySlug(shop: Running): Promise<string> {
  const html = await (await fetch(`${shop.url}/shop`)).text()
  const slug = /href="\/product\/([a-z0-9-]+)"/.exec(html)?.[1]
  if (!slug) throw new Error('the shop shows no garment')
  return slug
}
