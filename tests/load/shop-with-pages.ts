import { freePorts } from '#tests/fixtures/free-ports.ts'
import { dataFolder, type Running, startShop } from '#tests/fixtures/program.ts'
import { lineOf, readGarments } from '#tests/fixtures/public-garments.ts'

/**
 * A running shop without rate limits, whose public pages are in the cache: their `paths`, and what a purchase needs of
 * it.
 */
export async function startWithPages() {
  const data = await dataFolder()
  const [port = 0] = await freePorts(1)
  const shop: Running = await startShop(data.path, port, { RATE_LIMITS: 'false' })
  const { key, garments } = await readGarments(shop.url)
  const paths = ['/', '/shop', '/about', '/size-guide', ...garments.map(({ slug }) => `/product/${slug}`)]
  for (const path of paths) await (await fetch(shop.url + path)).arrayBuffer()
  return {
    shop,
    port,
    paths,
    sale: { url: shop.url, key, item: lineOf(garments[0]) },
    async [Symbol.asyncDispose]() {
      await shop.stop()
      await data[Symbol.asyncDispose]()
    },
  }
}
