import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import { shopCharacters } from '#ui/fonts/characters.ts'

/**
 * Subsets the fonts to the shop's letters: `node scripts/subset-fonts.ts` writes src/ui/fonts/*.woff2, which are
 * committed, and prints the ranges for src/ui/fonts.css. Run it again when the letters or the font packages change.
 */
const faces = [
  { from: '@fontsource-variable/ibarra-real-nova/files/ibarra-real-nova-latin-wght-normal', to: 'ibarra-400' },
  { from: '@fontsource-variable/ibarra-real-nova/files/ibarra-real-nova-latin-wght-italic', to: 'ibarra-400-italic' },
  { from: '@fontsource/alegreya-sans/files/alegreya-sans-latin-400-normal', to: 'alegreya-sans-400' },
  { from: '@fontsource/alegreya-sans/files/alegreya-sans-latin-500-normal', to: 'alegreya-sans-500' },
]
/** Kerning, ligatures, accents, and the digits of prices. No page uses small capitals or the other features. */
const keepFeatures = ['kern', 'liga', 'ccmp', 'mark', 'onum', 'lnum', 'tnum', 'pnum']

for (const { from, to } of faces) {
  const whole = await readFile(`node_modules/${from}.woff2`)
  // The serif is used in one weight: the axis to the others is a third of its bytes. Hints serve old screens only.
  const axes = from.includes('wght') ? { variationAxes: { wght: 400 } } : {}
  const options = { targetFormat: 'woff2', keepFeatures, noHinting: true, ...axes } as const
  const cut = await subsetFont(whole, shopCharacters, options)
  await writeFile(`src/ui/fonts/${to}.woff2`, cut)
  console.log(`${to}.woff2: ${cut.length} bytes of ${whole.length}`)
}
console.log(`unicode-range: ${ranges(shopCharacters)}`)

function ranges(characters: string): string {
  const points = [...characters].map((character) => character.codePointAt(0) ?? 0).toSorted((one, other) => one - other)
  const found: { from: number; to: number }[] = []
  for (const point of points) {
    const last = found.at(-1)
    if (last && point <= last.to + 1) last.to = point
    else found.push({ from: point, to: point })
  }
  const hex = (point: number) => point.toString(16)
  return found.map(({ from, to }) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(', ')
}
