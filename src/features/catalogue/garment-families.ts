/** What a garment covers; `null` if its name does not say. */
export type Family = 'top' | 'bottom' | 'whole' | 'apron' | 'outer' | 'head' | null

const words: Record<Exclude<Family, null>, string[]> = {
  top: ['blouse', 'shirt', 'top', 'tunic', 'jumper', 'knit', 'cardigan', 'waistcoat'],
  bottom: ['skirt', 'culottes', 'trousers', 'petticoat'],
  whole: ['dress', 'gown', 'robe', 'kaftan', 'caftan', 'abaya', 'shift'],
  apron: ['pinafore', 'apron', 'jumperdress'],
  outer: ['coat', 'cape', 'cloak', 'jacket', 'shawl', 'wrap', 'stole', 'kimono', 'bolero'],
  head: ['scarf', 'headscarf', 'hat', 'bonnet', 'beret', 'veil', 'headband'],
}

const families = new Map(
  Object.entries(words).flatMap(([family, names]) => names.map((name) => [name, family as Exclude<Family, null>])),
)

/** From 0 to 1, how naturally two families are worn together. */
const pairs: Record<string, number> = {
  'bottom top': 1,
  'apron top': 1,
  'outer whole': 0.9,
  'bottom outer': 0.8,
  'apron outer': 0.7,
  'outer top': 0.6,
  'head outer': 0.5,
  'head whole': 0.5,
  'head top': 0.4,
  'bottom head': 0.4,
  'apron head': 0.4,
}

/** The family of the last matching word in a garment's name: 'Ruth Skirt', 'Cape of Good Wool'. */
export function familyOf(name: string): Family {
  const spoken = name.toLowerCase().split(/[^\p{L}]+/u)
  for (const word of spoken.reverse()) {
    const family = families.get(word) ?? families.get(word.replace(/e?s$/, ''))
    if (family) return family
  }
  return null
}

/** How naturally two families are worn together, from 0 (never, or unknown) to 1; symmetric. */
export function goWith(a: Family, b: Family): number {
  if (!a || !b) return 0
  return pairs[[a, b].sort().join(' ')] ?? 0
}
