// Countries without postcodes.
const withoutPostcodes = new Set(['AE', 'AG', 'AO', 'BS', 'GH', 'HK', 'JM', 'QA', 'TT', 'UG', 'ZW'])
const royalMail = new Set(['GB', 'GG', 'JE', 'IM'])

/** Why a trimmed postcode does not suit its country (ISO 3166-1 alpha-2), as text for its field; null where it does. */
export function postcodeProblem({ postcode, country }: { postcode: string; country: string }): string | null {
  if (postcode === '') return withoutPostcodes.has(country) ? null : 'Enter the postcode'
  if (!royalMail.has(country)) return /^[A-Z0-9 -]{2,12}$/i.test(postcode) ? null : 'Enter a valid postcode'
  const isRight = /^[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}$/i.test(postcode)
  return isRight ? null : 'Enter a full postcode, such as HX7 8AD'
}
