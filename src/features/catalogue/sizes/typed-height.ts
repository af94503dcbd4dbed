import { heels, heightBounds, readHeight } from './size.ts'

/** What a field says about a text that is not a height. */
export const wrongHeight = `Please enter a height from ${heightBounds.join(' to ')} cm, such as 168 or 5 ft 6.`

const metric =
  /^(?:(\d{3}(?:\.\d)?)\s*(?:cms?|centimet(?:re|er)s?)?|([12])\s*[.m]\s*(\d{1,2})\s*(?:m|met(?:re|er)s?)?)$/
const imperial = /^(\d)\s*(?:['’′]|ft|foot|feet)\s*(?:((?:1[01]|\d)(?:\.\d+)?)\s*(?:["”″]|''|’’|ins?|inch(?:es)?)?)?$/

/**
 * Parses a typed height into whole cm: '168', '168 cm', '1.68 m', `5'4"`, '5 ft 4½'. Null if it is not a height or
 * outside `heightBounds`. A bare '5.4' is null, since it may mean feet and inches.
 */
export function parseHeight(typed: string): number | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/\s1\/2/, '.5')
    .replace(/\s{0,9}½/, '.5')
    .replace(',', '.')
    .replace(/\.$/, '')
  const [, cm, metres, rest = ''] = metric.exec(text) ?? []
  if (cm) return readHeight(Math.round(Number(cm)))
  if (metres) return readHeight(Number(metres) * 100 + Number(rest.padEnd(2, '0')))
  const [, feet, inches = 0] = imperial.exec(text) ?? []
  return feet ? readHeight(Math.round((Number(feet) * 12 + Number(inches)) * 2.54)) : null
}

/** The highest of the shoes to choose from that is no higher than the heel a garment is cut for. */
export function usualHeel(cutFor = 0): number {
  return heels.findLast((heel) => heel <= cutFor) ?? 0
}
