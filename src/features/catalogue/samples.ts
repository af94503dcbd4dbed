import { shop } from '#shop'
import { printedSize } from './sizes/size.ts'

/**
 * Fabric samples are one line of a cart and of an order: a set, under this id instead of a product's. Its size names
 * the cloths: 'Fabrics: Mary Dress (forest green); Ruth Skirt (oat)'.
 */
export const samplesId = '00000000-0000-4000-8000-0000000fab1c'
export const samplesName = 'Fabric samples'

const prefix = 'Fabrics: '
/** Carts and orders of an earlier version have the other word. */
const anyPrefix = /^(?:Fabrics|Cloths): /
const separator = '; '

/** Whether a line of a cart or an order is a set of fabric samples. */
export function isSamples({ id }: { id: string }): boolean {
  return id.toLowerCase() === samplesId
}

/** The name of a garment's cloth on a set: 'Mary Dress (forest green)'. */
export function clothName({ name, colour }: { name: string; colour: string | null }): string {
  return (colour ? `${name} (${colour.toLowerCase()})` : name).replaceAll(';', ',')
}

/** The size of a set with these cloths. */
export function sizeOfCloths(cloths: readonly string[]): string {
  return prefix + cloths.join(separator)
}

/** The cloths that the size of a set names; null for the size of a garment. */
export function clothsOf(size: string): string[] | null {
  return anyPrefix.test(size) ? size.replace(anyPrefix, '').split(separator) : null
}

/**
 * The garment of each cloth of a set, in its order; null where a set is empty, too large, doubled, or of other
 * garments.
 */
export function garmentsOfSet<Garment extends { name: string; colour: string | null }>(
  size: string,
  garments: readonly Garment[],
): Garment[] | null {
  const cloths = clothsOf(size) ?? []
  const named = new Map(garments.map((garment) => [clothName(garment), garment]))
  const found = cloths.flatMap((cloth) => named.get(cloth) ?? [])
  const isSet = cloths.length > 0 && cloths.length <= shop.samples.most && new Set(cloths).size === cloths.length
  return isSet && found.length === cloths.length ? found : null
}

/** The picture that shows a garment's cloth best: a close one, else the last. */
export function clothPicture<Picture extends { url: string; alt?: string | null; view?: string | null | undefined }>(
  pictures: readonly Picture[],
): Picture | null {
  const close =
    pictures.find(({ view }) => view && /^close$/i.test(view)) ??
    pictures.find(({ alt }) => /\b(close|detail)/i.test(alt ?? ''))
  return close ?? pictures.at(-1) ?? null
}

/** What a garment is made of, without lining and trimmings: the first sentence of its fabric. */
export function outerCloth(fabric: string | null): string | null {
  return fabric?.split(/\.(?:\s|$)/)[0]?.replace(/^Outer: /, '') ?? null
}

/** 'Size 10–12', or the cloths of a set as they are. */
export function sizeLabel(size: string): string {
  return clothsOf(size) ? size : `Size ${printedSize(size)}`
}

/** 'Mary Dress, size 10–12'; 'Fabric samples: Mary Dress (forest green); Ruth Skirt (oat)'. */
export function namedSize({ name, size }: { name: string; size: string }): string {
  return clothsOf(size) ? `${name}: ${size.replace(anyPrefix, '')}` : `${name}, size ${printedSize(size)}`
}

/** Whether an order has fabric samples alone: nothing is sewn, and a letter has no tracking. */
export function hasOnlySamples(lines: readonly { size: string }[]): boolean {
  return lines.length > 0 && lines.every(({ size }) => clothsOf(size) !== null)
}
