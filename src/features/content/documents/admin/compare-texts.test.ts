import { expect, test } from 'vitest'
import { compareTexts } from './compare-texts.tsx'

test('two texts are compared word by word', () => {
  expect(compareTexts('We answer within 7 days.', 'We answer within 14 days.')).toEqual([
    { kind: 'same', text: 'We answer within ' },
    { kind: 'removed', text: '7' },
    { kind: 'added', text: '14' },
    { kind: 'same', text: ' days.' },
  ])
})

test('changes with only a blank between them are one change', () => {
  expect(compareTexts('Made to order, and told by the day.', 'Made to order, with a date you can plan by.')).toEqual([
    { kind: 'same', text: 'Made to order, ' },
    { kind: 'removed', text: 'and told by the day' },
    { kind: 'added', text: 'with a date you can plan by' },
    { kind: 'same', text: '.' },
  ])
})

test('paragraphs without a change are counted, not shown', () => {
  const same = ['One.', 'Two.', 'Three.', 'Four.'].join('\n\n')
  expect(compareTexts(`${same}\n\nOld.`, `${same}\n\nNew.`)).toEqual([
    { kind: 'skipped', text: '… 4 parts without a change …' },
    { kind: 'same', text: '' },
    { kind: 'removed', text: 'Old' },
    { kind: 'added', text: 'New' },
    { kind: 'same', text: '.' },
  ])
})
