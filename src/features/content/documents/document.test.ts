import { expect, test } from 'vitest'
import { openingGarments } from '#features/catalogue/opening-garments.ts'
import { changeShop, shop } from '#shop'
import { sampleFilling } from '#tests/fixtures/documents.ts'
import { about } from '../../../../db/catalogue/documents/about.ts'
import { shippedDocuments } from '../../../../db/catalogue/documents/documents.ts'
import { home } from '../../../../db/catalogue/documents/home.ts'
import { type Document, DocumentSchema, type Span } from './document.ts'
import { overDays, plainText } from './show-document.ts'

const page = (blocks: unknown[]) => ({
  name: 'Bridesmaids',
  description: [],
  layout: 'text',
  title: ['Bridesmaids'],
  lead: [],
  blocks,
})
const paragraph = (...spans: unknown[]) => page([{ type: 'text', paragraphs: [{ kind: 'p', spans }] }])
const accepts = (value: unknown) => DocumentSchema.safeParse(value).success

test('the shipped documents are what they are parsed as', () => {
  for (const { content } of Object.values(shippedDocuments)) expect(DocumentSchema.parse(content)).toEqual(content)
})

test.each([
  ['a tag', '<b>Bold</b>'],
  ['a tag with a blank', 'a < script >'],
  ['the end of one', 'a </p> b'],
  ['a comment', '<!-- hidden -->'],
  ['a tag in a link', { text: '<i>x</i>', to: '/faq' }],
])('HTML is refused: %s', (_, span) => {
  expect(accepts(paragraph(span))).toBe(false)
})

test('signs that are no HTML are text', () => {
  expect(accepts(paragraph('5 < 6 & 7 > 2 <3'))).toBe(true)
})

test.each([
  'javascript:alert(1)',
  'http://example.com',
  '//example.com',
  'data:text/html,x',
  'mailto:a@b.c',
  '/a b',
  '',
])('a link to %s is refused', (to) => {
  expect(accepts(paragraph({ text: 'Here', to }))).toBe(false)
})

test.each(['/faq', '/faq#delivery', '/shop?kind=dress', '#top', 'https://example.com/a', 'mail:', 'mail:Size advice'])(
  'a link to %s is accepted',
  (to) => {
    expect(accepts(paragraph({ text: 'Here', to }))).toBe(true)
  },
)

test.each([
  ['an unknown fact', paragraph({ fact: 'password' })],
  ['an unknown mark', paragraph({ text: 'x', onclick: 'x' })],
  ['an unknown block', page([{ type: 'html', html: 'x' }])],
  ['an unknown part', page([{ type: 'text', paragraphs: [{ kind: 'part', part: 'orders' }] }])],
  ['a picture of another site', page([{ type: 'picture', alt: '', picture: { url: 'https://example.com/a.jpg' } }])],
  ['too many blocks', page(Array.from({ length: 201 }, () => ({ type: 'text', paragraphs: [] })))],
])('%s is refused', (_, value) => {
  expect(accepts(value)).toBe(false)
})

test('what turns the direction of text is removed, and blanks beside a link stay', () => {
  const read = DocumentSchema.parse(paragraph('See \u202E', { text: 'here', to: '/faq' }, ' \n now'))
  expect(read.blocks[0]).toMatchObject({ paragraphs: [{ spans: ['See ', { text: 'here', to: '/faq' }, ' now'] }] })
})

const pointsOf = (document: Document) =>
  document.blocks.flatMap((block) => (block.type === 'points' ? block.entries : [])).flatMap(({ spans }) => spans)
const all = (spans: readonly Span[]) => plainText(spans)

test('About names every fibre of the garments that a new shop sells', () => {
  const sources = JSON.stringify(about).toLowerCase()
  const fibres = openingGarments.flatMap(({ fabric }) => [...fabric.matchAll(/\d+% (\w+)/g)].map(([, fibre]) => fibre))
  expect(new Set(fibres).size).toBeGreaterThan(4)
  for (const fibre of new Set(fibres)) expect(sources).toContain(fibre)
})

test('About calls the cloths opaque whose garments need no slip, and Home promises it of none', () => {
  const cloths = /^(?:Satin|Nidha|Crêpe|Velvet)/
  const garments = openingGarments.filter(({ fabric }) => cloths.test(fabric))
  expect(garments.length).toBeGreaterThan(4)
  for (const { name, features } of garments) expect(features, name).toContain('opaque')
  expect(all(pointsOf(about))).toContain('you can’t see through them')
  expect(JSON.stringify(home)).not.toContain('slip')
})

test('the steps cover the working days of a product without a gap or an overlap, for any number of days', () => {
  const steps = about.blocks.flatMap((block) => (block.type === 'steps' ? block.entries : []))
  const labels = (days: number) => overDays(steps, days).map(({ label = [] }) => plainText(label))
  expect(labels(10)).toEqual(['Day 1', 'Days 2 to 7', 'Days 8 and 9', 'Day 10'])
  expect(labels(1)).toEqual(['Day 1'])
  for (let days = 1; days <= 60; days += 1) {
    const described = labels(days).flatMap((label) => {
      const [from = 0, to = from] = [...label.matchAll(/\d+/g)].map(Number)
      return Array.from({ length: to - from + 1 }, (_, index) => from + index)
    })
    expect(described).toEqual(Array.from({ length: days }, (_, index) => index + 1))
  }
})

test('the town of the workroom is the address’s own, also below a street of two lines', () => {
  changeShop({ trader: { ...shop.trader, address: ['Flat 3', '14 High Street', 'Leeds LS1 1AA', 'United Kingdom'] } })
  try {
    expect(sampleFilling().facts.town).toBe('Leeds')
  } finally {
    changeShop({})
  }
})
