import { firstKinds, type ShopKind } from '#features/settings/kinds.ts'
import { pictureAt } from '#ui/picture.tsx'
import { xmlText } from '../xml.ts'
import { publicPages } from './public-pages.ts'
import type { PublicProduct } from './public-products.ts'

/** The limit of URLs in one file (sitemaps.org). */
const maxUrls = 50_000

type Site = {
  siteUrl: string
  launched: boolean
  /** The owner's. */
  kinds?: readonly ShopKind[]
  /** The addresses of the owner's own pages. */
  own?: readonly string[]
  perFile?: number
}

/**
 * The sitemap of all public URLs, or, beyond one file's limit, an index of files: /sitemaps/1.xml and on. Before the
 * launch only Home.
 */
export function sitemapXml(garments: readonly PublicProduct[], site: Site): string {
  const { siteUrl, launched, kinds = firstKinds, own = [], perFile = maxUrls } = site
  if (!launched) return urlset([entry(siteUrl, '/')])
  const files = countFiles(garments, { kinds, own, perFile })
  if (files === 1) return sitemapFile(garments, site, 1) ?? ''
  const list = Array.from(
    { length: files },
    (_, at) => `<sitemap><loc>${siteUrl}/sitemaps/${at + 1}.xml</loc></sitemap>`,
  )
  return `${head}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${list.join('\n')}\n</sitemapindex>\n`
}

/** One of the files, from 1; null if it does not exist. */
export function sitemapFile(
  garments: readonly PublicProduct[],
  { siteUrl, launched, kinds = firstKinds, own = [], perFile = maxUrls }: Site,
  file: number,
): string | null {
  if (!launched || !Number.isInteger(file) || file < 1 || file > countFiles(garments, { kinds, own, perFile }))
    return null
  const first = (file - 1) * perFile
  const paths = pagesBesides(garments, { kinds, own })
  const pages = paths.slice(first, first + perFile).map((path) => entry(siteUrl, path))
  const from = Math.max(0, first - paths.length)
  const shown = garments.slice(from, from + perFile - pages.length)
  return urlset([...pages, ...shown.map((garment) => entry(siteUrl, `/product/${garment.slug}`, garment))])
}

type Listed = { kinds: readonly ShopKind[]; own: readonly string[] }
type Counted = Listed & { perFile: number }

function countFiles(garments: readonly PublicProduct[], { perFile, ...listed }: Counted): number {
  return Math.ceil((pagesBesides(garments, listed).length + garments.length) / perFile)
}

/** The public pages and the owner's own, with the shop's view of each kind that garments have, if there are several. */
function pagesBesides(garments: readonly PublicProduct[], { kinds, own }: Listed): string[] {
  const known = kinds.filter(({ id }) => garments.some((garment) => garment.kinds?.includes(id)))
  return [...publicPages, ...own, ...(known.length > 1 ? known.map(({ slug }) => `/shop?kind=${slug}`) : [])]
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'

function urlset(entries: string[]): string {
  const spaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
  return `${head}<urlset ${spaces}>\n${entries.join('\n')}\n</urlset>\n`
}

function entry(siteUrl: string, path: string, garment?: PublicProduct): string {
  const changed = garment ? `<lastmod>${new Date(garment.changedAt).toISOString()}</lastmod>` : ''
  const images = (garment?.pictures ?? []).map((url) => {
    const address = new URL(pictureAt(url, 1200), siteUrl).href
    return `<image:image><image:loc>${xmlText(address)}</image:loc></image:image>`
  })
  return `<url><loc>${xmlText(new URL(path, siteUrl).href)}</loc>${changed}${images.join('')}</url>`
}
