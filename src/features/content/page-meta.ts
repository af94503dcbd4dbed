import { shop } from '#shop'

export type PageMeta = { title?: string; description?: string; path: string; siteUrl: string; image?: string }

/**
 * The head of a page: title, description, canonical address and what other sites show when it is linked.
 * path: from the root, without a query. siteUrl: the shop's public origin. image: an address or a path of ours.
 */
export function pageMeta({ title, description = shop.description, path, siteUrl, image }: PageMeta) {
  const fullTitle = title ? `${title} – ${shop.name}` : shop.name
  const address = new URL(path, siteUrl).href
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:site_name', content: shop.name },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title ?? shop.name },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:locale', content: shop.language.replace('-', '_') },
    ...(image ? [{ property: 'og:image', content: new URL(image, siteUrl).href }] : []),
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
  ]
}

/** The shop's public origin as the root loader gave it, for a page's `meta`. */
export function siteUrlOf(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): string {
  const data = matches.find((match) => match?.id === 'root')?.loaderData
  return data && typeof data === 'object' && 'siteUrl' in data ? String(data.siteUrl) : 'http://localhost'
}
