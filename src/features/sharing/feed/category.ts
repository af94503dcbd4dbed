// Google's product taxonomy (2021-09-21), by the word a garment's name has; the first that is found.
const categories: [RegExp, number][] = [
  [/\b(dress|gown|abaya|kaftan)\b/i, 2271],
  [/\bskirt\b/i, 1581],
  [/\b(coat|jacket|cape|cloak)\b/i, 5598],
  [/\b(blouse|shirt|top|tunic|cardigan|jumper)\b/i, 212],
  [/\b(trousers|culottes)\b/i, 204],
]
const clothing = 1604

/** The number of Google's product category a garment belongs to, as its name tells. */
export function categoryOf(name: string): number {
  return categories.find(([word]) => word.test(name))?.[1] ?? clothing
}
