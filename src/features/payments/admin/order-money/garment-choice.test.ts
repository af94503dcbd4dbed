import { expect, test } from 'vitest'
import { pence } from '#base/money.ts'
import {
  amountOfChoice,
  choiceProblem,
  chosenLines,
  type GarmentChoice,
  mayCancelPieces,
  takenAlready,
} from './garment-choice.ts'
import type { OrderMoney } from './order-money-queries.ts'

const none = { cancelled: 0, sent: 0, refunded: 0, size: '10-12', is_preorder: false }
const dress = {
  ...none,
  id: '1',
  position: 0,
  name: 'Mary',
  quantity: 2,
  unit_pence: pence(3500),
  price_pence: pence(7000),
  discount_pence: pence(707),
}
const skirt = {
  ...none,
  id: '2',
  position: 1,
  name: 'Ruth',
  quantity: 1,
  unit_pence: pence(2900),
  price_pence: pence(2900),
  discount_pence: pence(293),
}
const sums = {
  total_pence: pence(9350),
  refunded_pence: pence(0),
  delivery_pence: pence(450),
  delivery_left_pence: pence(450),
  refundable_pence: pence(9350),
  refunds: [] as OrderMoney['refunds'],
}
const money = { order_status: 'pending', lines: [dress, skirt], ...sums } as unknown as OrderMoney
const choice: GarmentChoice = { action: 'cancel', pieces: { 0: 1 }, refund: true, delivery: false, amount: null }

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
  expect(choiceProblem({ ...choice, amount: '31.47' }, { ...money, refundable_pence: pence(3146) })).toBe(
    'At most £31.46 can still be refunded.',
  )
})

test('what is offered is never more than is left of the payment, nor delivery that was refunded', () => {
  const almostAll = { ...money, refundable_pence: pence(350) }
  expect(amountOfChoice(choice, almostAll)).toBe(350)
  expect(choiceProblem(choice, almostAll)).toBeNull()
  expect(
    amountOfChoice({ ...choice, action: 'refund', delivery: true }, { ...money, delivery_left_pence: pence(0) }),
  ).toBe(3147)
  const delivery = { ...choice, action: 'refund', pieces: {}, delivery: true } as const
  expect(choiceProblem(delivery, { ...money, delivery_left_pence: pence(0) })).toBe(
    'There is nothing to refund for this.',
  )
})

test('less than the cost may be typed, where a part was refunded before', () => {
  expect(amountOfChoice({ ...choice, amount: ' £20 ' }, money)).toBe(2000)
  expect(choiceProblem({ ...choice, amount: '20' }, money)).toBeNull()
  expect(choiceProblem({ ...choice, amount: '31.48' }, money)).toContain('more than this cost, £31.47')
  for (const amount of ['', '0', '-1', 'x', '1.234']) {
    expect(choiceProblem({ ...choice, amount }, money)).toContain('an amount in pounds')
  }
  expect(choiceProblem({ ...choice, refund: false, amount: 'x' }, money)).toBeNull()
})

test('refunds by an amount are told apart from those of garments, failed ones and another payment’s', () => {
  const own = { is_own: true, state: 'succeeded', held: false, garments: null, amount_pence: 1000 }
  const others = [
    { state: 'failed' },
    { is_own: false },
    { held: true },
    { garments: 'Mary Dress' },
    { state: 'requested', amount_pence: 250 },
  ]
  const refunds = [own, ...others.map((other) => ({ ...own, ...other }))] as OrderMoney['refunds']
  expect(takenAlready({ ...money, refunds })).toEqual({ all: 2250, byAmount: 1250 })
  expect(takenAlready({ ...money, refunded_pence: pence(3000) })).toEqual({ all: 3000, byAmount: 0 })
})

test('pieces that are gone are left out, and the last piece of an order is not cancelled alone', () => {
  expect(chosenLines({ ...choice, pieces: { 0: 9, 1: 1 } }, money)).toEqual([
    { position: 0, quantity: 2 },
    { position: 1, quantity: 1 },
  ])
  expect(mayCancelPieces({ ...money, lines: [{ ...dress, cancelled: 2 }, skirt] })).toBe(false)
  expect(mayCancelPieces({ ...money, order_status: 'shipped' })).toBe(false)
})

test('pieces that have left in a parcel are refunded and not cancelled; all that remains may be cancelled', () => {
  const partSent = { ...money, order_status: 'processing' as const, lines: [{ ...dress, sent: 1 }, skirt] }
  expect(mayCancelPieces(partSent)).toBe(true)
  expect(chosenLines({ ...choice, pieces: { 0: 2, 1: 1 } }, partSent)).toEqual([
    { position: 0, quantity: 1 },
    { position: 1, quantity: 1 },
  ])
  expect(choiceProblem({ ...choice, pieces: { 0: 2, 1: 1 } }, partSent)).toBeNull()
  expect(chosenLines({ ...choice, action: 'refund', pieces: { 0: 2 } }, partSent)).toEqual([
    { position: 0, quantity: 2 },
  ])
  const oneLeft = { ...partSent, lines: [{ ...dress, sent: 2 }, skirt] }
  expect(mayCancelPieces(oneLeft)).toBe(true)
  expect(chosenLines(choice, oneLeft)).toEqual([])
  expect(choiceProblem(choice, oneLeft)).toBe('Please choose a garment.')
})
