import { copyFile, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import { shopCharacters } from '#ui/fonts/characters.ts'

/**
 * Subsets the fonts to the shop's letters: `node scripts/subset-fonts.ts` writes src/ui/fonts/*.woff2, which are
 * committed, and prints the ranges for src/ui/fonts.css. Run it again when the letters or the font packages change.
 * Of the second pair all of Latin is here, in two files a face, so that its packages are not built in.
 */
const faces: Face[] = [
  { from: '@fontsource-variable/ibarra-real-nova/files/ibarra-real-nova-latin-wght-normal', to: 'ibarra-400' },
  { from: '@fontsource-variable/ibarra-real-nova/files/ibarra-real-nova-latin-wght-italic', to: 'ibarra-400-italic' },
  { from: '@fontsource/alegreya-sans/files/alegreya-sans-latin-400-normal', to: 'alegreya-sans-400' },
  { from: '@fontsource/alegreya-sans/files/alegreya-sans-latin-500-normal', to: 'alegreya-sans-500' },
  ...wholeLatin('newsreader-400', { name: 'newsreader', style: 'standard-normal', axes: { wght: 400, opsz: 36 } }),
  ...wholeLatin('newsreader-400-italic', {
    name: 'newsreader',
    style: 'standard-italic',
    axes: { wght: 400, opsz: 36 },
  }),
  ...wholeLatin('figtree-400', { name: 'figtree', style: 'wght-normal', axes: { wght: 400 } }),
  ...wholeLatin('figtree-500', { name: 'figtree', style: 'wght-normal', axes: { wght: 500 } }),
]
/** Kerning, ligatures, accents, and the digits of prices. No page uses small capitals or the other features. */
const keepFeatures = ['kern', 'liga', 'ccmp', 'mark', 'onum', 'lnum', 'tnum', 'pnum']

type Face = { from: string; to: string; axes?: Record<string, number>; characters?: string }

for (const { from, to, axes = {}, characters = shopCharacters } of faces) {
  const whole = await readFile(`node_modules/${from}.woff2`)
  // The serif is used in one weight: the axis to the others is a third of its bytes. Hints serve old screens only.
  const fixed = from.includes('ibarra') ? { wght: 400 } : axes
  const variation = Object.keys(fixed).length > 0 ? { variationAxes: fixed } : {}
  const cut = await subsetFont(whole, characters, {
    targetFormat: 'woff2',
    keepFeatures,
    noHinting: true,
    ...variation,
  })
  await writeFile(`src/ui/fonts/${to}.woff2`, cut)
  console.log(`${to}.woff2: ${cut.length} bytes of ${whole.length}`)
}
for (const name of ['newsreader', 'figtree']) {
  await copyFile(`node_modules/@fontsource-variable/${name}/LICENSE`, `src/ui/fonts/${name}.LICENSE.txt`)
}
console.log(`unicode-range: ${ranges(shopCharacters)}`)

type Whole = { name: string; style: string; axes: Record<string, number> }

/** A face with all of Latin-1 and what English needs besides, and one with the letters of other languages. */
function wholeLatin(to: string, { name, style, axes }: Whole): Face[] {
  const from = (range: string) => `@fontsource-variable/${name}/files/${name}-${range}-${style}`
  const common = `${between(0x20, 0xff)}ıŒœʻʼˆ˚˜${between(0x2000, 0x206f)}€™↑↓−∕`
  const others = `${between(0x100, 0x2ba)}${between(0x1e00, 0x1eff)}${between(0x20a0, 0x20c0)}`
  return [
    { from: from('latin'), to, axes, characters: common },
    { from: from('latin-ext'), to: `${to}-ext`, axes, characters: others },
  ]
}

function between(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
}

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
