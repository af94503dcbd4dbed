import { expect, test } from 'vitest'
import type { BoardPiece } from '../board.contract.ts'
import { arrangePieces, clothNeeds, isWithin, lastDayOf } from './arrange-pieces.ts'

const piece = (facts: Partial<BoardPiece>): BoardPiece =>
  ({
    state: 'to_cut',
    cloth: 'Linen',
    name: 'Mary Dress',
    size: '10-12',
    dispatch_by: '2026-12-04',
    metres: null,
    width_cm: null,
    ...facts,
  }) as BoardPiece

test('pieces are by cloth, garment and size, each where its oldest promise puts it', () => {
  const groups = arrangePieces([
    piece({ cloth: 'Wool', name: 'Esther Gown', dispatch_by: '2027-01-13' }),
    piece({ cloth: 'Linen', name: 'Ruth Skirt', dispatch_by: '2026-12-11' }),
    piece({ cloth: 'Linen', name: 'Mary Dress', size: '8-10', dispatch_by: '2026-12-09' }),
    piece({ cloth: 'Linen', name: 'Ruth Skirt', dispatch_by: '2026-12-04' }),
    piece({ cloth: null, name: 'Anna Blouse', dispatch_by: '2026-12-05' }),
  ])
  expect(
    groups.map(({ cloth, pieces }) => [cloth, ...pieces.map(({ name, dispatch_by }) => `${name} ${dispatch_by}`)]),
  ).toEqual([
    ['Linen', 'Ruth Skirt 2026-12-04', 'Ruth Skirt 2026-12-11', 'Mary Dress 2026-12-09'],
    [null, 'Anna Blouse 2026-12-05'],
    ['Wool', 'Esther Gown 2027-01-13'],
  ])
})

test('a week ends on Sunday, and what is late belongs to each span', () => {
  expect(lastDayOf('week', '2026-11-28')).toBe('2026-11-29')
  expect(lastDayOf('week', '2026-11-29')).toBe('2026-11-29')
  expect(lastDayOf('week', '2026-11-30')).toBe('2026-12-06')
  expect(isWithin({ dispatch_by: '2026-11-01' }, 'today', '2026-11-28')).toBe(true)
  expect(isWithin({ dispatch_by: '2026-11-29' }, 'today', '2026-11-28')).toBe(false)
})

test('the metres of a cloth are those of the pieces to cut, and the stock says for which promise it ends', () => {
  const pieces = [
    piece({ dispatch_by: '2026-12-20', metres: 2.4 }),
    piece({ dispatch_by: '2026-11-27', metres: 2.4, width_cm: 150 }),
    piece({ dispatch_by: '2026-11-29', metres: 1.3 }),
    piece({ dispatch_by: '2026-11-29', metres: null }),
    piece({ dispatch_by: '2026-11-27', metres: 9, state: 'cut' }),
  ]
  const [linen] = clothNeeds(pieces, { stock: [{ cloth: 'Linen', left: 5 }], today: '2026-11-28' })
  expect(linen).toEqual({
    ...{ cloth: 'Linen', widthCm: 150, today: 2.4, week: 3.7, all: 6.1, unknown: 1, left: 5, until: '2026-12-20' },
  })
  const [enough] = clothNeeds(pieces, { stock: [{ cloth: 'Linen', left: 6.1 }], today: '2026-11-28' })
  expect(enough?.until).toBeNull()
})
