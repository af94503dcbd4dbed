import { shop } from '#shop'

const names = new Intl.DisplayNames(shop.language, { type: 'region' })

/** 'United Kingdom' for 'GB'; the code itself where there is no name. */
export function countryName(country: string): string {
  return names.of(country) ?? country
}

/** Countries by name; the shop's own stays where it is, first. */
export function sortCountries(countries: readonly string[], first: string): string[] {
  const others = countries.filter((country) => country !== first)
  const sorted = others.toSorted((a, b) => countryName(a).localeCompare(countryName(b), shop.language))
  return countries.includes(first) ? [first, ...sorted] : sorted
}
