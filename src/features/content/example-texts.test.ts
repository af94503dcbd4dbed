import { pino } from 'pino'
import { expect, test } from 'vitest'
import { warnOfExamples } from '#app/first-start.ts'
import { shop } from '#shop'
import { pagePictures } from '#shop-defaults'
import { listShown } from './documents/read-documents.ts'
import { findExampleTexts } from './example-texts.ts'

const shipped = listShown({ pages: new Map(), redirects: new Map() }, new Date())
const config = { pictures: pagePictures, address: shop.trader.address }
const pages = (found: ReturnType<typeof findExampleTexts>) => found.map(({ page }) => page)

test('a new shop has invented texts on Home and About, photographs and an address', () => {
  expect(pages(findExampleTexts(shipped))).toEqual([
    'Home',
    'About',
    'Home, a photograph',
    'Home, a photograph',
    'About, a photograph',
    'Home, a photograph',
    'Contact, policies, garments and e-mails',
  ])
})

test('a document is an example until another text of it is published', () => {
  const hers = shipped.map(({ path, shown }) => ({ path, shown: shown && { ...shown, name: 'Our story' } }))
  expect(pages(findExampleTexts(shipped)).slice(0, 2)).toEqual(['Home', 'About'])
  expect(pages(findExampleTexts(hers)).filter((page) => !/a photograph$|^Contact/.test(page))).toEqual([])
})

const spelt: [string, (text: string) => string][] = [
  ['in capitals', (text) => text.toUpperCase()],
  ['with an accent', (text) => text.replace('e', 'é')],
  ['with another blank', (text) => text.replace(' ', '\u00a0 ')],
  ['beside more words', (text) => `Our own words. ${text} More of our own words.`],
]
test.each(spelt)('a photograph or an address %s is still an example', (_, change) => {
  const pictures = Object.fromEntries(
    Object.entries(pagePictures).map(([name, { alt }]) => [name, { alt: change(alt) }]),
  )
  expect(findExampleTexts(shipped, { pictures, address: [change(shop.trader.address.join(', '))] })).toHaveLength(7)
})

test('a photograph or an address that was replaced is no longer named, nor is a photograph that no page shows', () => {
  const pictures = Object.fromEntries(Object.keys(pagePictures).map((name) => [name, { alt: 'Ours.' }]))
  expect(findExampleTexts([], { ...config, pictures })).toHaveLength(1)
  expect(findExampleTexts([], { ...config, address: ['1 Mill Lane'] })).toEqual([])
})

test('a live start lists what still speaks of the example shop', () => {
  const lines: { level: number; text: string }[] = []
  warnOfExamples(pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) }), shipped)
  expect(lines.map(({ text }) => text)).toEqual(findExampleTexts(shipped).map(({ text }) => text))
  expect(lines.every(({ level }) => level === 40)).toBe(true)
})
