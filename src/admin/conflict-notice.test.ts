import { expect, test } from 'vitest'
import { listDifferences } from './conflict-notice.tsx'

type Row = { price: string; text: string; active: boolean }
const fields = [
  { label: 'Price (£)', words: ({ price }: Row) => price },
  { label: 'Description', words: ({ text }: Row) => text },
  { label: 'Active', words: ({ active }: Row) => (active ? 'Yes' : 'No') },
]
const base: Row = { price: '75.00', text: 'Warm.', active: true }

test('fields that differ are listed with both versions, and equal fields are not', () => {
  const mine = { ...base, price: '95.00', active: false }
  const theirs = { ...base, price: '120.00', active: false }
  expect(listDifferences(fields, { base, mine, theirs })).toEqual([
    { field: 'Price (£)', yours: '95.00', theirs: '120.00' },
  ])
})

test('a field that only the other version changed is marked', () => {
  expect(
    listDifferences(fields, { base, mine: { ...base, text: 'Soft.' }, theirs: { ...base, price: '120.00' } }),
  ).toEqual([
    { field: 'Price (£)', yours: '75.00 (you did not change this)', theirs: '120.00' },
    { field: 'Description', yours: 'Soft.', theirs: 'Warm.' },
  ])
})

test('an empty text has a label, and of a long text only the differing part is shown', () => {
  const long = 'A coat for cold mornings. '.repeat(20)
  const [both] = listDifferences(fields, { base, mine: { ...base, text: '' }, theirs: { ...base, text: long } })
  expect(both?.yours).toBe('Nothing')
  expect(both?.theirs).toHaveLength(241)
  const [end] = listDifferences(fields, {
    base,
    mine: { ...base, text: `${long}Lined.` },
    theirs: { ...base, text: `${long}With a hood.` },
  })
  expect(end).toEqual({
    field: 'Description',
    yours: '…gs. A coat for cold mornings. Lined.',
    theirs: '…gs. A coat for cold mornings. With a hood.',
  })
})
