import { pino } from 'pino'
import { expect, test } from 'vitest'
import { warnOfExamples } from '#app/first-start.ts'
import { pagePictures, shop } from '#shop'
import { makers, story } from './about/story.tsx'
import { examples, findExampleTexts } from './example-texts.ts'
import { homeStory } from './home/home-story-text.ts'

test('each paragraph of the story, supplier, photograph of a page and the address is named as an example', () => {
  const shown = [
    ...homeStory,
    ...story,
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
  const replaced = { ...examples[0], text: first?.text ?? '', shown: 'Our own words.', page: '', path: '', file: '' }
  expect(findExampleTexts([replaced, ...others])).toEqual(findExampleTexts(others))
})

test('a live start lists what still speaks of the example shop', () => {
  const lines: { level: number; text: string }[] = []
  warnOfExamples(pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) }))
  expect(lines.map(({ text }) => text)).toEqual(findExampleTexts().map(({ text }) => text))
  expect(lines.every(({ level }) => level === 40)).toBe(true)
})
