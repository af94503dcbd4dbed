import { pino } from 'pino'
import { expect, test } from 'vitest'
import { warnOfExamples } from '#app/first-start.ts'
import { shop } from '#shop'
import { pagePictures } from '#shop-defaults'
import { makers, story } from './about/story.tsx'
import { examples, findExampleTexts } from './example-texts.ts'
import { homeStory } from './home/home-story-text.ts'

test('each paragraph of the story, supplier, photograph of a page and the address is named as an example', () => {
  const shown = [
    ...homeStory,
    ...story(),
    ...makers.map(([, how]) => how),
    ...Object.values(pagePictures).map(({ alt }) => alt),
    shop.trader.address.join(', '),
  ]
  const found = findExampleTexts()
  expect(found).toHaveLength(shown.length)
  for (const text of shown)
    expect(
      found.filter((example) => text.includes(example.text)),
      text,
    ).toHaveLength(1)
})

test('a text that was replaced is no longer named', () => {
  const [first, ...others] = examples
  if (!first) throw new Error('There is no example')
  const own = [
    'We began with a sewing machine: a gift from a neighbour, and a room to put it in.',
    'The first dress I made was for a friend, from the first pin to the last thread by one of us with her own hands.',
    'We put each thing in its place and go from the first to the last.',
  ]
  expect(findExampleTexts([{ ...first, shown: () => own }, ...others])).toEqual(findExampleTexts(others))
  expect(findExampleTexts(examples.map((example) => ({ ...example, shown: () => own })))).toEqual([])
})

const spelt: [string, (text: string) => string][] = [
  ['in capitals', (text) => text.toUpperCase()],
  ['with an accent', (text) => text.replace('e', 'é')],
  ['with another blank', (text) => text.replace(' ', '\u00a0 ')],
  ['beside a new paragraph', (text) => `Our own words. ${text} More of our own words.`],
]
test.each(spelt)('a text %s is still an example', (_, change) => {
  expect(
    findExampleTexts(examples.map((example) => ({ ...example, shown: () => example.shown().map(change) }))),
  ).toHaveLength(examples.length)
})

test('a text with one word changed is still an example, whichever word it is, and whatever its place on the page', () => {
  for (const example of examples.filter(({ path }) => path !== '/contact')) {
    const words = example.text.split(' ')
    for (const index of words.keys()) {
      const shown = ['Our own words.', words.with(index, 'otherwise').join(' ')]
      expect(findExampleTexts([{ ...example, shown: () => shown }]), shown[1]).toHaveLength(1)
    }
  }
})

test('a live start lists what still speaks of the example shop', () => {
  const lines: { level: number; text: string }[] = []
  warnOfExamples(pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) }))
  expect(lines.map(({ text }) => text)).toEqual(findExampleTexts().map(({ text }) => text))
  expect(lines.every(({ level }) => level === 40)).toBe(true)
})
