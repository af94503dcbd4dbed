import { pino } from 'pino'
import { expect, test } from 'vitest'
import { warnOfExamples } from '#app/first-start.ts'
import { changeShop, shop } from '#shop'
import { pagePictures } from '#shop-defaults'
import { listShown } from './documents/read-documents.ts'
import { findExampleTexts, listExampleFacts } from './example-texts.ts'

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

test('a document is an example until the last of its invented passages is replaced', () => {
  expect(pages(findExampleTexts(shipped))).toContain('About')
  const without = (...gone: string[]) =>
    findExampleTexts(
      shipped.map(({ path, shown }) => {
        const blocks = shown?.blocks.filter((block) => !gone.some((words) => JSON.stringify(block).includes(words)))
        return { path, shown: shown && { ...shown, name: 'Our story', blocks: blocks ?? [] } }
      }),
    ).flatMap(({ path, text }) => (path === '/about' ? [text] : []))
  expect(without()[0]).toBe('The first dress was made for a christening.')
  expect(without('christening')[0]).toContain('County Down')
  expect(without('christening', 'County Down')).not.toContainEqual(expect.stringContaining('christening'))
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

test('the facts of the example shop are named until they are the owner’s', () => {
  expect(listExampleFacts()).toEqual([
    'the name',
    'the e-mail address',
    'the social media links',
    'the letters before order numbers',
    'what people agree to when they sign up for news (under Policies)',
  ])
  changeShop({
    name: 'Wool & Wind',
    email: 'isla@woolandwind.example',
    social: [],
    orderPrefix: 'WW',
    listConsent: 'Yes',
  })
  try {
    expect(listExampleFacts()).toEqual([])
  } finally {
    changeShop({})
  }
})

test('a live start lists what still speaks of the example shop', () => {
  const lines: { level: number; text: string }[] = []
  warnOfExamples(pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) }), shipped)
  expect(lines.map(({ text }) => text)).toEqual(findExampleTexts(shipped).map(({ text }) => text))
  expect(lines.every(({ level }) => level === 40)).toBe(true)
})
