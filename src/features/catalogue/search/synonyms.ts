/** Synonyms, without accents: a search for one word of a row also finds the others. */
const rows = [
  'kaftan caftan kaftans caftans',
  'abaya abayah abayas abaaya',
  'jilbab jilbaab jilbabs',
  'hijab headscarf scarf',
  'gown gowns evening',
  'blouse blouses top tops',
  'trousers trouser pants',
  'jumper sweater pullover',
  'grey gray',
  'navy midnight',
  'burgundy aubergine plum',
  'beige oat flax stone camel',
  'cream ivory white',
  'pink rose',
  'maxi ankle floor',
  'midi calf',
].map((row) => row.split(' '))

export const wordsWithSynonyms: readonly string[] = rows.flat()

/** The synonyms of a word; empty for most. */
export function synonymsOf(word: string): readonly string[] {
  return rows.find((row) => row.includes(word))?.filter((other) => other !== word) ?? []
}
