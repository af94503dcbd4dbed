import type { SupabaseClient } from '@supabase/supabase-js'
import { type Context, Hono } from 'hono'
import { findProductBySlug, listProducts } from '#features/catalogue/product.ts'
import { type Documents, shownVersion } from '#features/content/documents/read-documents.ts'
import type { PagePictures } from '#features/settings/page-settings.ts'
import type { ShopSettings } from '#features/settings/shop-settings.ts'
import type { Env } from '#platform/http/env.ts'
import type { PageCache } from '#platform/pages/page-cache.ts'
import { cardRendering } from '#platform/storage/pictures/rendering.ts'
import type { Renditions } from '#platform/storage/pictures/renditions.ts'
import type { ServedObjects } from '#platform/storage/serving/served-objects.ts'
import { DamagedPicture, StorageError } from '#platform/storage/storage-error.ts'
import { pictureAt } from '#ui/picture.tsx'
import { documentsApi } from './documents/documents.api.ts'
import { iconsApi } from './icons/icons.api.ts'
import { isStored, sharedPicture } from './shared-picture.ts'

type Options = {
  /** The function that a page's loader calls; see `createBackend`. */
  backend: () => SupabaseClient
  now: () => Date
  settings: () => ShopSettings
  documents: () => Documents
  siteUrl: string
  live: boolean
  cache: PageCache
  headers: [string, string][]
  renditions: Renditions
  objects: ServedObjects
  /** The photographs of the shop's pages. */
  pictures: PagePictures
}

const shopAddress = '/sharing/shop.jpg'
const forGood = 'public, max-age=31536000, immutable'
/** The shop's own picture keeps its URL when it changes. */
const cacheForADay = 'public, max-age=86400'
const forNow = 'public, max-age=300'

/**
 * The URLs for other sites and search engines, mounted at the root: without an API key, the same for every caller. The
 * pictures that other sites show beside a link are /sharing/product/{slug}-{version}.jpg of a public product, and
 * /sharing/shop.jpg. An earlier version redirects to the current one; a photograph that cannot be cropped now, to the
 * photograph. Any other path there is answered 404 without a query.
 */
export function sharingApi({ renditions, objects, pictures, ...site }: Options): Hono<Env> {
  const { backend, headers } = site

  async function respond(c: Context<Env>, photograph: string, cacheControl: string): Promise<Response> {
    for (const [name, value] of headers) c.header(name, value)
    try {
      const [, bucketId = '', encodedKey = ''] = /\/object\/public\/([^/]+)\/(.+)$/.exec(photograph) ?? []
      const { picture, ...object } = await objects.findPublic({ bucketId, encodedKey })
      if (!picture) return elsewhere(c, photograph)
      const { bytes, etag } = await renditions.get({ ...object, picture }, cardRendering(picture))
      c.header('ETag', etag)
      c.header('Cache-Control', cacheControl)
      c.header('Cross-Origin-Resource-Policy', 'cross-origin')
      if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304)
      c.header('Content-Type', 'image/jpeg')
      return c.body(new Uint8Array(bytes))
    } catch (error) {
      if (!(error instanceof DamagedPicture || error instanceof StorageError)) throw error
      if (error instanceof DamagedPicture) c.var.log.warn({ error }, 'a picture to be shared cannot be made')
      return elsewhere(c, pictureAt(photograph, 1200))
    }
  }

  return new Hono<Env>()
    .get(shopAddress, async (c) => {
      const home = homePicture(site.documents(), site.now(), pictures)
      const all = home
        ? [home]
        : (await listProducts(backend())).flatMap(({ pictures }) => pictures.map(({ url }) => url))
      const shown = all.find(isStored)
      return shown ? respond(c, shown, cacheForADay) : elsewhere(c, '/icons/icon-512.png')
    })
    .get('/sharing/product/:file', async (c) => {
      const [path, slug = ''] = /^\/sharing\/product\/([a-z0-9-]{1,80})-[0-9a-f]{12}\.jpg$/.exec(c.req.path) ?? []
      const product = path ? await findProductBySlug(backend(), slug) : null
      if (!product) return c.notFound()
      const current = sharedPicture(product)?.url ?? shopAddress
      const [photograph] = product.pictures
      return current === path && photograph ? respond(c, photograph.url, forGood) : elsewhere(c, current)
    })
    .route('/', documentsApi(site))
    .route('/', iconsApi({ headers }))
}

/** The first photograph of Home as it is published now. */
function homePicture(documents: Documents, now: Date, pictures: PagePictures): string | undefined {
  const blocks = shownVersion(documents, '/', now)?.content.blocks ?? []
  const first = blocks.find((block) => block.type === 'picture')?.picture
  return first && ('url' in first ? first.url : pictures[first.name]?.url)
}

function elsewhere(c: Context<Env>, url: string): Response {
  c.header('Cache-Control', forNow)
  return c.redirect(url, 302)
}
