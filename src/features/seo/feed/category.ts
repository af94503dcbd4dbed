// Google's product taxonomy (2021-09-21) and the shop's own categories, by a word in the product's name; the first
// match counts.
const categories: [RegExp, number, string][] = [
  [/\babaya\b/i, 2271, 'Abayas'],
  [/\b(kaftan|caftan)\b/i, 2271, 'Kaftans'],
  [/\bgown\b/i, 2271, 'Gowns'],
  [/\bdress\b/i, 2271, 'Dresses'],
  [/\bskirt\b/i, 1581, 'Skirts'],
  [/\b(cape|cloak)\b/i, 5598, 'Capes'],
  [/\b(coat|jacket)\b/i, 5598, 'Coats'],
  [/\b(blouse|shirt)\b/i, 212, 'Blouses'],
  [/\b(top|tunic|cardigan|jumper)\b/i, 212, 'Tops'],
  [/\b(trousers|culottes)\b/i, 204, 'Trousers'],
]

/** Google's category number and the shop's own category, by the product's name. */
export function categoryOf(name: string): { google: number; kind: string } {
  const [, google, kind] = categories.find(([word]) => word.test(name)) ?? [null, 1604, 'Clothing']
  return { google, kind }
}
