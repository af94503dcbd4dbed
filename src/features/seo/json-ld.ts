import { readPostalAddress } from '#base/postal-address.ts'
import { shop } from '#shop'

/** A breadcrumb: its name and its path. */
export type Crumb = { name: string; path: string }

/** The breadcrumbs from Home; the last one is the page itself. */
export function breadcrumbs(crumbs: readonly Crumb[], siteUrl: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: shop.name, path: '/' }, ...crumbs].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: new URL(path, siteUrl).href,
    })),
  }
}

/** The products of a list, in its order, by their addresses: their pages have the rest. */
export function itemList(garments: readonly { slug: string }[], siteUrl: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    numberOfItems: garments.length,
    itemListElement: garments.map(({ slug }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: new URL(`/product/${slug}`, siteUrl).href,
    })),
  }
}

/** The trader: name, address, e-mail, logo and other profiles. */
export function organization(siteUrl: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${siteUrl}/#organization`,
    name: shop.name,
    legalName: shop.trader.name,
    url: `${siteUrl}/`,
    logo: `${siteUrl}/icons/icon-512.png`,
    description: shop.description,
    email: shop.email,
    address: postalAddress(shop.trader.address),
    sameAs: shop.social.map(({ url }) => url),
    ...(shop.trader.vatNumber ? { vatID: shop.trader.vatNumber } : {}),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      email: shop.email,
      availableLanguage: 'en',
    },
  }
}

function postalAddress(lines: readonly string[]) {
  const { street, town, region, postcode } = readPostalAddress(lines)
  return {
    '@type': 'PostalAddress',
    streetAddress: street,
    addressLocality: town,
    ...(region ? { addressRegion: region } : {}),
    ...(postcode ? { postalCode: postcode } : {}),
    addressCountry: shop.country,
  }
}

/** The website, with the URL of its search. */
export function website(siteUrl: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    '@id': `${siteUrl}/#website`,
    url: `${siteUrl}/`,
    name: shop.name,
    inLanguage: shop.language,
    publisher: { '@id': `${siteUrl}/#organization` },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/shop?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}
