import { shop } from '#shop'

const regions = new Intl.DisplayNames(shop.language, { type: 'region' })
const lists = new Intl.ListFormat(shop.language, { type: 'conjunction' })
const collator = new Intl.Collator(shop.language, { numeric: true })

/** 'United Kingdom' of 'GB'; the code itself where it has no name. A browser may know another name than the server. */
export function countryName(country: string): string {
  return regions.of(country) ?? country
}

/** 'ivory, navy and oat'. */
export function joinNames(names: readonly string[]): string {
  return lists.format(names)
}

/** Orders names as people do: without regard to case, '8-10' before '10-12'. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b)
}
