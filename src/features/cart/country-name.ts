import { shop } from '#shop'

const names = new Intl.DisplayNames(shop.language, { type: 'region' })

/** 'United Kingdom' for 'GB'; the code itself where there is no name. */
export function countryName(country: string): string {
  return names.of(country) ?? country
}

/** The same within a sentence: 'the United Kingdom', 'Germany'. */
export function countryInText(country: string): string {
  const name = countryName(country)
  return /^(United|Netherlands|Isle)\b/.test(name) ? `the ${name}` : name
}

/** Countries by name; the shop's own stays where it is, first. */
export function sortCountries(countries: readonly string[], first: string): string[] {
  const others = countries.filter((country) => country !== first)
  const sorted = others.toSorted((a, b) => countryName(a).localeCompare(countryName(b), shop.language))
  return countries.includes(first) ? [first, ...sorted] : sorted
}
