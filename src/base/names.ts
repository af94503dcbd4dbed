import { shop } from '#shop'

const regions = new Intl.DisplayNames(shop.language, { type: 'region' })
const lists = new Intl.ListFormat(shop.language, { type: 'conjunction' })
const collator = new Intl.Collator(shop.language, { numeric: true })

/**
 * The name of a country code, 'United Kingdom' for 'GB'; the code itself if it has no name. A browser may have another
 * name than the server.
 */
export function countryName(country: string): string {
  return regions.of(country) ?? country
}

/** 'ivory, navy and oat'. */
export function joinNames(names: readonly string[]): string {
  return lists.format(names)
}

/** Compares names for sorting: case-insensitive, with '8-10' before '10-12'. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b)
}
