import { expect, test } from 'vitest'
import { amountOfChoice, choiceProblem, chosenLines, type GarmentChoice, mayCancelPieces } from './garment-choice.ts'
import type { OrderMoney } from './order-money-response.ts'

const none = { cancelled: 0, refunded: 0, size: '10-12', is_preorder: false }
const dress = { ...none, id: '1', position: 0, name: 'Mary', quantity: 2, unit_price: 35, price: 70, discount: 7.07 }
const skirt = { ...none, id: '2', position: 1, name: 'Ruth', quantity: 1, unit_price: 29, price: 29, discount: 2.93 }
const money = { order_status: 'pending', lines: [dress, skirt], delivery: 4.5, refundable: 93.5 } as OrderMoney
const choice: GarmentChoice = { action: 'cancel', pieces: { 0: 1 }, refund: true, delivery: false }

test('a choice costs what its pieces cost, less their share of the discount', () => {
  expect(amountOfChoice(choice, money)).toBe(3147)
  expect(amountOfChoice({ ...choice, refund: false }, money)).toBe(0)
  expect(amountOfChoice({ ...choice, action: 'refund', delivery: true }, money)).toBe(3597)
  const again = { ...money, lines: [{ ...dress, refunded: 1 }, skirt] }
  expect(amountOfChoice({ ...choice, action: 'refund' }, again)).toBe(3146)
})

test('the whole order, pieces that are refunded and more than is left are not sent', () => {
  expect(choiceProblem(choice, money)).toBeNull()
  expect(choiceProblem({ ...choice, pieces: {} }, money)).toBe('Please choose a garment.')
  expect(choiceProblem({ ...choice, pieces: { 0: 2, 1: 1 } }, money)).toContain('That is everything')
  const refunded = { ...money, lines: [{ ...dress, refunded: 2 }, skirt] }
  expect(choiceProblem(choice, refunded)).toContain('already been refunded')
  expect(choiceProblem({ ...choice, refund: false }, refunded)).toBeNull()
  expect(choiceProblem(choice, { ...money, refundable: 31.46 })).toContain('more than is left')
})

test('pieces that are gone are left out, and the last piece of an order is not cancelled alone', () => {
  expect(chosenLines({ ...choice, pieces: { 0: 9, 1: 1 } }, money)).toEqual([
    { position: 0, quantity: 2 },
    { position: 1, quantity: 1 },
  ])
  expect(mayCancelPieces({ ...money, lines: [{ ...dress, cancelled: 2 }, skirt] })).toBe(false)
  expect(mayCancelPieces({ ...money, order_status: 'shipped' })).toBe(false)
})
