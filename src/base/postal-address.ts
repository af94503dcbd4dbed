const postcode = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/
const country = /^(?:the )?(?:united kingdom|u\.?k\.?|great britain|england|scotland|wales|northern ireland)$/i
const streetWord =
  /\b(?:street|st|road|rd|lane|avenue|row|close|drive|way|court|place|square|terrace|crescent|mews|yard|house|mill|cottage|farm)\.?$/i

/** The parts of a British address; empty where it has none. */
type PostalAddress = { street: string; town: string; region: string; postcode: string }

/**
 * The parts of a British address from its lines. The street may take several: all up to the last that has a number or ends
 * as streets and houses do. Then come the town and the county; the postcode may be a line or the end of one.
 */
export function readPostalAddress(lines: readonly string[]): PostalAddress {
  const found = lines.map((line) => postcode.exec(line.toUpperCase())?.[0] ?? '')
  const named = lines
    .filter((line, at) => at === 0 || !country.test(line.trim()))
    .map((line) => line.slice(0, line.length - (postcode.exec(line.toUpperCase())?.[0].length ?? 0)))
    .map((line) => line.replace(/(?<![\s,])[\s,]+$/, ''))
    .filter(Boolean)
  const last = named.findLastIndex((line) => /\d/.test(line) || streetWord.test(line))
  const streets = Math.max(1, last + 1)
  const [town, region = ''] = named.slice(streets)
  const street = named.slice(0, streets).join(', ')
  // An address of one line has its town after the last comma.
  const [, before, end] = /^(.+), ([^,\d]+)$/.exec(street) ?? []
  const parts = town === undefined ? { street: before ?? street, town: end ?? '' } : { street, town }
  return { ...parts, region, postcode: found.find(Boolean) ?? '' }
}
