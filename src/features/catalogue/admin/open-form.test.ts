import { expect, test } from 'vitest'
import { productRow } from '../product.schema.ts'
import { type FormAction, openForm, reduceForm, storedForm, storeForm } from './open-form.ts'
import { noPictureWords } from './product-draft.ts'

const now = new Date('2026-11-21T12:00:00Z')
const row = productRow.parse({
  id: 'b3f0c0de-0000-4000-8000-000000000000',
  name: 'Mary Dress',
  slug: 'mary-dress',
  description: 'Long.',
  price: 89.5,
  image_url: null,
  sizes: ['8-10'],
  active: true,
  is_preorder: true,
  preorder_end_date: '2026-12-04T18:00:00.123456+00:00',
  created_at: '2026-05-01T09:00:00+00:00',
})

/** The form after these actions. */
function after(actions: FormAction[], form = openForm(row, now)) {
  const end = actions.reduce(reduceForm, form)
  if (!end) throw new Error('The form is closed')
  return end
}
const photograph = (name: string, type = 'image/jpeg') => ({ key: name, file: new File(['x'], name, { type }) })

test('the slug follows the name until it is typed, and again once it is emptied', () => {
  const slugs = [{ name: 'Ruth Skirt' }, { slug: 'ruth' }, { name: 'Ruth’s Skirt' }, { slug: '' }, { name: 'Esther' }]
  let form = openForm(null, now)
  const found = slugs.map((change) => {
    form = after([{ type: 'type', change }], form)
    return form.draft.slug
  })
  expect(found).toEqual(['ruth-skirt', 'ruth', 'ruth', '', 'esther'])
  expect(after([{ type: 'type', change: { name: 'Anna' } }]).draft.slug).toBe('mary-dress')
})

test('typing removes the message of the field and of the slug that follows', () => {
  const { opening, ...form } = openForm(null, now)
  const wrong = { ...form, opening, errors: { name: 'Please give it a name.', slug: 'Missing.', price: 'Missing.' } }
  expect(after([{ type: 'type', change: { name: 'Anna' } }], wrong).errors).toEqual({ price: 'Missing.' })
})

test('what an earlier opening started changes nothing', () => {
  const form = openForm(row, now)
  expect(after([{ type: 'change', opening: 'an earlier one', change: { saving: null, row: null } }], form)).toBe(form)
})

test('a save closes the form, unless more was typed meanwhile: then the saved row is its base', () => {
  const form = openForm(row, now)
  const saved = { type: 'saved', opening: form.opening, draft: form.draft, row: { ...row, version: 2 }, now } as const
  expect(reduceForm(form, saved)).toBeNull()
  const more = after([{ type: 'type', change: { description: 'Longer.' } }, saved], form)
  expect(more).toMatchObject({ row: { version: 2 }, initial: { description: 'Long.' }, saving: null })
  expect(more.draft.description).toBe('Longer.')
})

test('of two versions the whole of mine is kept, with the end of its pre-order', () => {
  const theirs = { ...row, version: 7, colour: 'Blue', preorder_end_date: '2027-01-01T00:00:00+00:00' }
  const form = openForm(row, now)
  const conflict = { ...form, draft: { ...form.draft, description: 'Mine.' }, newer: { row: theirs } }
  const mine = after([{ type: 'keep-mine' }], conflict)
  expect(mine.newer).toBeNull()
  expect(mine.draft).toMatchObject({ description: 'Mine.', colour: '' })
  expect(mine.row).toMatchObject({ version: 7, preorder_end_date: row.preorder_end_date })
})

test('chosen files become pictures or refusals, and a file of the same name takes the refusal away', () => {
  const form = after([{ type: 'add-pictures', files: [photograph('a.jpg'), photograph('b.txt', 'text/plain')] }])
  expect(form.draft.pictures).toEqual([{ key: 'a.jpg', stored: null, ...noPictureWords }])
  expect(form.refused).toEqual([{ name: 'b.txt', why: expect.stringContaining('can’t be used') }])
  expect(after([{ type: 'add-pictures', files: [photograph('B.jpg')] }], form).refused).toEqual([])
})

test('an upload ends as stored or failed, and a failed one waits again', () => {
  const files = [photograph('a.jpg'), photograph('b.jpg')]
  const form = after([
    { type: 'add-pictures', files },
    { type: 'sent', key: 'a.jpg', sent: { url: '/a.jpg' } },
    { type: 'sent', key: 'b.jpg', sent: { problem: 'The connection was lost.', isLost: true } },
    { type: 'sent', key: 'gone.jpg', sent: { url: '/gone.jpg' } },
  ])
  expect(form.draft.pictures.map(({ stored }) => stored)).toEqual([{ url: '/a.jpg' }, null])
  expect(form.uploads).toMatchObject({ 'a.jpg': { state: 'stored' }, 'b.jpg': { state: 'failed', isLost: true } })
  const again = after([{ type: 'retry', which: ({ isLost }) => isLost }], form)
  expect(again.uploads).toMatchObject({ 'a.jpg': { state: 'stored' }, 'b.jpg': { state: 'waiting', problem: null } })
})

test('a picture that the browser cannot read is refused, unless it was removed before', () => {
  const form = after([{ type: 'add-pictures', files: [photograph('a.jpg')] }])
  const refuse = { type: 'refuse-picture', key: 'a.jpg', refused: { name: 'a.jpg', why: 'is no picture.' } } as const
  expect(after([refuse], form)).toMatchObject({ uploads: {}, refused: [refuse.refused], draft: { pictures: [] } })
  expect(after([{ type: 'remove-picture', key: 'a.jpg' }, refuse], form).refused).toEqual([])
})

test('pictures are moved within the list alone', () => {
  const files = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => photograph(name))
  const move = (key: string, to: number) =>
    after([
      { type: 'add-pictures', files },
      { type: 'move-picture', key, to },
    ]).draft.pictures.map(({ key }) => key[0])
  expect(move('c.jpg', 0)).toEqual(['c', 'a', 'b'])
  expect(move('a.jpg', -1)).toEqual(['a', 'b', 'c'])
  expect(move('c.jpg', 3)).toEqual(['a', 'b', 'c'])
})

test('the tab keeps an unsaved form of its user, counts the pictures it cannot keep, and forgets a saved one', () => {
  const form = after([
    { type: 'type', change: { description: 'Now with a hood.' } },
    { type: 'add-pictures', files: [photograph('a.jpg'), photograph('b.jpg')] },
    { type: 'sent', key: 'a.jpg', sent: { url: '/a.jpg' } },
  ])
  storeForm('ruth', form)
  expect(storedForm('naomi')).toBeNull()
  const found = storedForm('ruth')
  expect(found).toMatchObject({ row, lostPictures: 1, draft: { description: 'Now with a hood.' }, uploads: {} })
  expect(found?.draft.pictures).toMatchObject([{ stored: { url: '/a.jpg' } }])
  // The response of a save in progress is lost with the page.
  storeForm('ruth', { ...form, saving: { draft: form.draft, isWriting: true, settle: () => undefined } })
  expect(storedForm('ruth')?.mayBeAdded).toBe(true)
  storeForm('ruth', openForm(row, now))
  expect(storedForm('ruth')).toBeNull()
})
