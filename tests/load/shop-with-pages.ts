import { freePorts } from '#tests/fixtures/free-ports.ts'
import { dataFolder, startShop } from '#tests/fixtures/program.ts'
import { lineOf, readGarments } from '#tests/fixtures/public-garments.ts'

/**
 * Starts a shop without rate limits and opens its public pages, so that they are in the cache. `purchase`: what
 * `buyUntil` needs.
 */
export async function startWithPages() {
  await using started = new AsyncDisposableStack()
  const data = started.use(await dataFolder())
  const [port = 0] = await freePorts(1)
  const shop = started.use(await startShop(data.path, port, { RATE_LIMITS: 'false' }))
  const { key, garments } = await readGarments(shop.url)
  const paths = ['/', '/shop', '/about', '/size-guide', ...garments.map(({ slug }) => `/product/${slug}`)]
  for (const path of paths) await (await fetch(shop.url + path)).arrayBuffer()
  const owned = started.move()
  return {
    shop,
    port,
    paths,
    purchase: { url: shop.url, key, item: lineOf(garments[0]) },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
