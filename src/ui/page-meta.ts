import { shop } from '#shop'

/**
 * A picture that other sites show beside a link. url: absolute, or a path of the shop; width and height in pixels, if
 * known.
 */
export type SharedPicture = { url: string; width?: number; height?: number; alt?: string }

export type PageMeta = {
  /** Without a title the page has the shop's. */
  title?: string
  description?: string
  path: string
  siteUrl: string
  image?: string | SharedPicture
  /** The page's structured data: objects of schema.org. The router escapes text that would end the script. */
  jsonLd?: readonly object[]
  /** For a product's page: its price in pounds, and its availability. */
  offer?: { price: string; availability: 'preorder' | 'in stock' | 'out of stock' }
}

/** The preview picture of pages without their own; an API serves it at this path. */
const shopPicture = () => ({
  url: '/sharing/shop.jpg',
  width: 1200,
  height: 630,
  alt: `${shop.name}. ${shop.tagline.join('. ')}.`,
})

/**
 * The head of a page: title, description and canonical URL; and, rendered by the server only, the tags for link
 * previews and search engines. Browsers need neither, so those texts and their code are not sent to browsers. path:
 * from the root, without a query. siteUrl: the shop's public origin.
 */
export function pageMeta(page: PageMeta) {
  const { title, description = shop.description, path, siteUrl } = page
  return [
    { title: title ? `${title} – ${shop.name}` : `${shop.name} – ${shop.tagline.join(', ').toLowerCase()}` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: new URL(path, siteUrl).href },
    ...(import.meta.env.SSR ? forOtherSites({ ...page, description }) : []),
  ]
}

function forOtherSites({ title = shop.name, description = '', path, siteUrl, image, jsonLd = [], offer }: PageMeta) {
  const picture: SharedPicture = typeof image === 'string' ? { url: image } : (image ?? shopPicture())
  return [
    { property: 'og:site_name', content: shop.name },
    { property: 'og:type', content: offer ? 'product' : 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: new URL(path, siteUrl).href },
    { property: 'og:locale', content: shop.language.replace('-', '_') },
    { property: 'og:image', content: new URL(picture.url, siteUrl).href },
    ...(picture.width && picture.height
      ? [
          { property: 'og:image:width', content: String(picture.width) },
          { property: 'og:image:height', content: String(picture.height) },
        ]
      : []),
    ...(picture.alt ? [{ property: 'og:image:alt', content: picture.alt }] : []),
    ...(offer
      ? [
          { property: 'product:price:amount', content: offer.price },
          { property: 'product:price:currency', content: shop.currency },
          { property: 'product:availability', content: offer.availability },
          { property: 'product:condition', content: 'new' },
        ]
      : []),
    // The rest of its card is in the tags above.
    { name: 'twitter:card', content: 'summary_large_image' },
    ...jsonLd.map((entry) => ({ 'script:ld+json': entry })),
  ]
}

/** The shop's public origin from the root loader, for a page's `meta`. */
export function siteUrlOf(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): string {
  const data = matches.find((match) => match?.id === 'root')?.loaderData
  return data && typeof data === 'object' && 'siteUrl' in data ? String(data.siteUrl) : 'http://localhost'
}
