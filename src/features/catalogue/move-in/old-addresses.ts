import type { SupabaseClient } from '@supabase/supabase-js'
import type { ShopKind } from '#features/settings/kinds.ts'
import { getFrom } from '#platform/client/endpoints.ts'
import { memoizePerClient } from '#platform/pages/memoize-per-client.ts'

/** The pages that a Shopify shop has, and usual names of its own, by what they are here. */
const pages: Record<string, string> = {
  'pages/about': '/about',
  'pages/about-us': '/about',
  'pages/our-story': '/about',
  'pages/contact': '/contact',
  'pages/contact-us': '/contact',
  'pages/faq': '/faq',
  'pages/faqs': '/faq',
  'pages/size-guide': '/size-guide',
  'pages/size-chart': '/size-guide',
  'policies/refund-policy': '/returns-refunds',
  'policies/shipping-policy': '/faq',
  'policies/privacy-policy': '/privacy-policy',
  'policies/terms-of-service': '/terms-conditions',
  'policies/contact-information': '/contact',
}

/**
 * Where an address of the owner's former Shopify shop leads now: of a product to the public garment that was made of
 * it, of a collection to the garments of its name. Null for any other address. `hasPage`: whether the shop shows a page.
 */
export async function findNewAddress(
  path: string,
  {
    backend,
    kinds,
    hasPage,
  }: { backend: SupabaseClient; kinds: readonly ShopKind[]; hasPage: (path: string) => boolean },
): Promise<string | null> {
  const [, handle] = /^\/(?:collections\/[^/]+\/)?products\/([^/]+)$/.exec(path) ?? []
  if (handle !== undefined) {
    const garments = await memoizePerClient(backend, 'old addresses', () => readGarments(backend))
    const slug = garments.get(decoded(handle).toLowerCase())
    return slug ? `/product/${slug}` : null
  }
  const [, collection] = /^\/collections(?:\/([^/]+))?$/.exec(path) ?? []
  if (collection !== undefined || path === '/collections') {
    const kind = kinds.find(({ slug, former }) => collection !== undefined && [slug, ...former].includes(collection))
    return kind ? `/shop?kind=${kind.slug}` : '/shop'
  }
  const [, own] = /^\/pages\/([a-z0-9-]+)$/.exec(path) ?? []
  if (own && hasPage(`/${own}`)) return `/${own}`
  return Object.hasOwn(pages, path.slice(1)) ? (pages[path.slice(1)] ?? null) : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function readGarments(backend: SupabaseClient): Promise<ReadonlyMap<string, string>> {
  const { data, error } = await getFrom(backend, 'old-addresses')
  if (error) throw new Error('The addresses that garments had elsewhere could not be read', { cause: error })
  return new Map(Object.entries(data.garments))
}
