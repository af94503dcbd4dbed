import { expect, test } from 'vitest'
import type { BoardPiece } from '../board.contract.ts'
import { type Press, stateWith, withResults } from './press-queue.ts'

const press = (facts: Partial<Press>): Press =>
  ({ id: 'one', line: 1, number: 1, from: 'to_cut', to: 'cut', tries: 0, ...facts }) as Press
const piece = (state: BoardPiece['state']) => ({ line: 1, number: 1, state }) as BoardPiece

test('a piece is where its presses lead, also while the server has some of them', () => {
  const waiting = [press({}), press({ from: 'cut', to: 'sewn' }), press({ number: 2, from: 'sewn', to: 'packed' })]
  expect(stateWith(piece('to_cut'), waiting)).toBe('sewn')
  expect(stateWith(piece('cut'), waiting)).toBe('sewn')
  expect(stateWith(piece('packed'), waiting)).toBe('packed')
})

test('an answered press leaves the list, a refused one is shown, and one the server failed is sent again', () => {
  const presses = {
    waiting: [press({}), press({ id: 'two' }), press({ id: 'three' }), press({ id: 'four' })],
    refused: [],
  }
  const answered = withResults(presses, [
    { id: 'one', refused: null, state: null },
    { id: 'two', refused: 'cancelled', state: null },
    { id: 'three', refused: 'failed', state: null },
  ])
  expect(answered.waiting.map(({ id, tries }) => [id, tries])).toEqual([
    ['three', 1],
    ['four', 0],
  ])
  expect(answered.refused.map(({ press, why }) => [press.id, why])).toEqual([['two', 'cancelled']])
  const last = withResults({ waiting: [press({ tries: 4 })], refused: [] }, [
    { id: 'one', refused: 'failed', state: null },
  ])
  expect([last.waiting, last.refused[0]?.why]).toEqual([[], 'failed'])
})
