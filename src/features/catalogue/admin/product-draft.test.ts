import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from '#base/day-ms.ts'
import { penceFromPounds } from '#base/money.ts'
import { isPreorderLive } from '../preorders/preorder.ts'
import { productRow, sizeProblem } from '../product.schema.ts'
import {
  checkDraft,
  type Draft,
  draftFieldText,
  draftOf,
  emptyDraft,
  isOver,
  isSavedAs,
  keepsEnd,
  preorderEnd,
  priceChangeQuestion,
  productColumns,
  shownDays,
  viewsToTake,
} from './product-draft.ts'

const complete: Draft = { ...emptyDraft(), name: 'Mary Dress', slug: 'mary-dress', description: 'Long.', price: '89.5' }
const problemsOf = (change: Partial<Draft>, needsDays = true) => checkDraft({ ...complete, ...change }, { needsDays })

const row = productRow.parse({
  id: 'b3f0c0de-0000-4000-8000-000000000000',
  name: 'Mary Dress',
  slug: 'mary-dress',
  description: 'Long.',
  price: 89.5,
  image_url: '/storage/v1/object/public/product-images/a.jpg',
  pictures: [{ url: '/storage/v1/object/public/product-images/a.jpg', alt: 'Front', width: 3, height: 4, blur: null }],
  sizes: ['8-10', 'One'],
  active: true,
  is_preorder: true,
  preorder_end_date: '2026-12-04T18:00:00.123456+00:00',
  preorder_limit: 12,
  production_days: null,
  fabric: 'Crêpe: 96% polyester.',
  care: null,
  modesty_notes: 'Neck: high.\nHem: low.',
  kind: 'dress',
  colour: 'Green',
  colour_family: null,
  features: ['opaque', 'pockets'],
  measures: { length: 143, from: 'nape', cut: 'gathered', hem: 260.5 },
  length: null,
  model_line: null,
  version: 3,
  created_at: '2026-05-01T09:00:00+00:00',
})
const now = new Date('2026-11-21T12:00:00Z')

test('an early price is needed and lower for its reason, and numbered pieces need a limit', () => {
  const early = { preorderReason: 'price' as const, preorderPrice: '69.50' }
  expect(problemsOf(early)).toEqual({})
  for (const preorderPrice of ['', '  ', '89.50', '120', '0', 'cheap']) {
    expect(problemsOf({ ...early, preorderPrice }), preorderPrice).toHaveProperty('preorderPrice')
  }
  expect(problemsOf({ preorderReason: 'numbered' })).toHaveProperty('preorderLimit')
  expect(problemsOf({ preorderReason: 'numbered', preorderLimit: '40' })).toEqual({})
  expect(problemsOf({ preorderReason: 'first' })).toEqual({})
})

test('the early price of another reason is not saved, whatever its hidden field holds', () => {
  const typed = { ...complete, preorderReason: 'first' as const, preorderPrice: 'forgotten' }
  expect(checkDraft(typed, { needsDays: false })).toEqual({})
  expect(productColumns(typed, null)).toMatchObject({ preorder_reason: 'first', preorder_price: null })
  expect(productColumns({ ...typed, preorderReason: 'price', preorderPrice: '69.5' }, null)).toMatchObject({
    preorder_reason: 'price',
    preorder_price: 69.5,
  })
})

test('name, slug, description and price are required, and days for a pre-order', () => {
  const missing = checkDraft({ ...emptyDraft(), isPreorder: true }, { needsDays: true })
  expect(Object.keys(missing).sort()).toEqual(['description', 'name', 'preorderDays', 'price', 'slug'])
  expect(problemsOf({})).toEqual({})
  expect(problemsOf({ isPreorder: true }, false)).toEqual({})
  expect(problemsOf({ preorderDays: 'x' })).toEqual({})
  for (const preorderDays of ['0', '-1', '1.5', '1e9', 'soon']) {
    expect(problemsOf({ isPreorder: true, preorderDays })).toHaveProperty('preorderDays')
  }
})

test('a price has pounds and whole pence, is more than £0 and at most £10,000', () => {
  for (const price of ['0.01', '89', '89.5', '89.50', '10000']) expect(problemsOf({ price })).toEqual({})
  for (const price of ['0', '-1', '1.005', '10000.01', '1e30', 'free', ' ']) {
    expect(problemsOf({ price }), price).toHaveProperty('price')
  }
})

test('the message for a text that is too long states its length', () => {
  expect(problemsOf({ name: 'x'.repeat(10_000) }).name).toBe('At most 120 characters; this has 10,000.')
  expect(problemsOf({ fabric: { kind: 'words', text: 'x'.repeat(1_001) } }).fabric).toMatch(/1,001/)
  expect(problemsOf({ sizes: [] }).sizes).toBe('It needs at least one size.')
  expect(sizeProblem('8-10', ['8-10'])).toBe('8–10 is there already.')
})

test('any input either gets a message at its field or can be saved', () => {
  const typed = fc.oneof(fc.string(), fc.constantFrom('12', '3.5', '1e3', 'Infinity', '0x10'))
  fc.assert(
    fc.property(typed, typed, typed, typed, (name, price, productionDays, preorderLimit) => {
      const draft = { ...complete, name, price, productionDays, preorderLimit }
      if (Object.keys(checkDraft(draft, { needsDays: true })).length > 0) return
      const columns = productColumns(draft, null)
      expect(Number.isInteger(penceFromPounds(columns.price))).toBe(true)
      for (const count of [columns.production_days, columns.preorder_limit]) {
        expect(count === null || (Number.isInteger(count) && count > 0)).toBe(true)
      }
    }),
  )
})

test('opening and saving a garment changes nothing', () => {
  const columns = productColumns(draftOf(row, now), row.preorder_end_date)
  const { id: _, version: __, created_at: ___, kind: ____, preorder_end_held: _____, ...written } = row
  expect(columns).toEqual(written)
  expect(isSavedAs(row, columns)).toBe(true)
  expect(isSavedAs({ ...row, price: 90 }, columns)).toBe(false)
  expect(isSavedAs({ ...row, pictures: [{ url: row.image_url, alt: 'Front' }] }, columns)).toBe(true)
})

test('a price typed without pence equals the saved one', () => {
  const text = (price: string) => draftFieldText({ ...emptyDraft(), price }, 'price')
  expect(text('30')).toBe(text('30.00'))
  expect(text('30.5')).toBe('30.50')
  expect(text('thirty')).toBe('thirty')
  expect(text('')).toBe('')
})

const moment = fc.date({ min: new Date('2025-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
const days = fc.integer({ min: 1, max: 3_650 })
const preorderRow = fc.record({
  is_preorder: fc.boolean(),
  preorder_end_date: fc.option(moment.map((end) => end.toISOString())),
})

test('saving other fields never changes the end of the pre-order', () => {
  fc.assert(
    fc.property(preorderRow, moment, fc.nat({ max: 40 * dayMs }), (found, opened, laterMs) => {
      const shown = shownDays(found, opened)
      const saved = preorderEnd(
        found,
        { isPreorder: found.is_preorder, days: shown, shown },
        new Date(+opened + laterMs),
      )
      expect(saved).toBe(found.is_preorder ? found.preorder_end_date : null)
    }),
  )
  const micro = { is_preorder: true, preorder_end_date: '2026-12-04T18:00:00.123456+00:00' }
  const entry = { isPreorder: true, days: ' 3 ', shown: '3' }
  expect(preorderEnd(micro, entry, new Date())).toBe(micro.preorder_end_date)
})

test('a new pre-order or new days end that many times 24 hours from now, also across a clock change', {
  tags: ['N11'],
}, () => {
  fc.assert(
    fc.property(fc.option(preorderRow), days, moment, (found, entered, now) => {
      const entry = { isPreorder: true, days: String(entered), shown: shownDays(found, now) }
      fc.pre(!keepsEnd(found, entry))
      const end = preorderEnd(found, entry, now)
      expect(Date.parse(end ?? '') - now.getTime()).toBe(entered * dayMs)
      expect(isPreorderLive({ isPreorder: true, preorderEndsAt: end }, now)).toBe(true)
      expect(shownDays({ is_preorder: true, preorder_end_date: end }, now)).toBe(String(entered))
    }),
  )
})

test('a chosen end is a time of the shop’s clock, still to come; the end that is saved already does not move by its seconds', () => {
  const at = new Date('2026-07-01T12:00:00Z')
  const saved = { is_preorder: true, preorder_end_date: '2026-07-05T22:59:17.5+00:00' }
  const entry = { isPreorder: true, days: '3', shown: '5' }
  expect(preorderEnd(saved, { ...entry, end: '2026-07-12T23:59' }, at)).toBe('2026-07-12T22:59:00.000Z')
  expect(preorderEnd(saved, { ...entry, end: '2026-07-05T23:59' }, at)).toBe(saved.preorder_end_date)
  const problem = (preorderEnd: string) =>
    checkDraft({ ...complete, isPreorder: true, preorderDays: '', preorderEnd }, { needsDays: true, now: at })
  expect(problem('2026-07-12T23:59')).toEqual({})
  expect(problem('2026-07-01T13:00')).toHaveProperty('preorderEnd')
  expect(problem('2027-03-28T01:30')).toEqual({ preorderEnd: 'This time doesn’t exist. Please check it.' })
  expect(problem('2046-01-01T00:00')).toEqual({ preorderEnd: 'At most 3650 days from now.' })
})

test('the end is null if the pre-order is off or has no days', () => {
  fc.assert(
    fc.property(preorderRow, fc.string(), moment, (found, typed, now) => {
      const shown = shownDays(found, now)
      expect(preorderEnd(found, { isPreorder: false, days: typed, shown }, now)).toBeNull()
      expect(preorderEnd(null, { isPreorder: true, days: '  ', shown: '' }, now)).toBeNull()
    }),
  )
})

test('the form shows the remaining days, rounded up: 1 on the last day, none after the end', () => {
  const now = new Date('2026-05-01T12:00:00Z')
  const endingIn = (ms: number) => ({ is_preorder: true, preorder_end_date: new Date(+now + ms).toISOString() })
  expect(shownDays(endingIn(1), now)).toBe('1')
  expect(shownDays(endingIn(dayMs), now)).toBe('1')
  expect(shownDays(endingIn(dayMs + 1), now)).toBe('2')
  expect(shownDays(endingIn(0), now)).toBe('')
  expect(isOver(endingIn(0), now)).toBe(true)
  expect(isOver(endingIn(1), now)).toBe(false)
  expect(isOver({ is_preorder: true, preorder_end_date: null }, now)).toBe(false)
  expect(shownDays(null, now)).toBe('')
})

test('a price change of more than half, up or down, needs a confirmation', () => {
  expect(priceChangeQuestion('89.00', '8.90')).toBe(
    'Change the price from £89.00 to £8.90? That is less than half of what it was.',
  )
  expect(priceChangeQuestion('8.90', '89')).toBe(
    'Change the price from £8.90 to £89.00? That is more than one and a half times what it was.',
  )
  expect(priceChangeQuestion('100', '49.99')).not.toBeNull()
  expect(priceChangeQuestion('100', '150.01')).not.toBeNull()
})

test('a smaller change, or an unreadable price, does not', () => {
  for (const [before, after] of [
    ['100', '50'],
    ['100', '150'],
    ['89.00', '89'],
    ['', '89'],
    ['89', ''],
    ['89', 'free'],
  ] as const) {
    expect(priceChangeQuestion(before, after), `${before} ${after}`).toBeNull()
  }
})

test('a picture keeps its view and the woman who wears the garment, and her three facts go together', () => {
  const [front] = draftOf(row, now).pictures
  if (!front) throw new Error('The row has no picture')
  const draft = (change: object) => ({ ...complete, pictures: [{ ...front, ...change }] })
  const ruth = { wearer: ' Ruth ', wearerHeight: '5 ft 6', wearerSize: '8-10' }
  const [saved] = productColumns(draft({ ...ruth, view: 'moving' }), null).pictures
  expect(saved).toMatchObject({ view: 'moving', wearer: { name: 'Ruth', heightCm: 168, size: '8-10' } })
  const again = draftOf({ ...row, pictures: saved ? [saved] : [] }, now).pictures[0]
  expect(again).toMatchObject({ view: 'moving', wearer: 'Ruth', wearerHeight: '168 cm', wearerSize: '8-10' })
  expect(productColumns(draft({}), null).pictures[0]).not.toHaveProperty('wearer')
  for (const missing of [{ wearer: '' }, { wearerHeight: '' }, { wearerHeight: 'tall' }, { wearerSize: '' }]) {
    expect(problemsOf(draft({ ...ruth, ...missing })).pictures).toMatch(
      /^Picture 1: please give .*, or clear all three\.$/,
    )
  }
})

test('the form says which views are still to be taken; those that its descriptions name count', () => {
  const words = (alt: string) => draftOf({ ...row, pictures: [{ url: '/a.jpg', alt }] }, now).pictures
  expect(viewsToTake(words('Green dress, front view.')).map((view) => view.split(',')[0])).toEqual([
    'moving',
    'close',
    'back',
  ])
})
