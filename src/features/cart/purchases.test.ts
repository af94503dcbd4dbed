import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { pounds } from '#tests/fixtures/pounds.ts'
import { cart } from './cart.ts'
import { putAside, takeBack } from './later.ts'
import { appliedCode, parseAppliedCode } from './preferences.ts'
import {
  awaitedSession,
  cartId,
  cartOf,
  finishPurchase,
  openPurchases,
  parsePurchases,
  purchases,
  rememberPurchase,
  stopWaiting,
} from './purchases.ts'

const dress = { id: 'mary', name: 'Mary Dress', price: pounds(89.5), size: '10-12', imageUrl: null, quantity: 2 }
const skirt = { ...dress, id: 'ruth', name: 'Ruth Skirt', quantity: 1 }

beforeEach(() => {
  takeBack()
  cart.update(() => [dress, skirt])
  appliedCode.update(() => ({ code: 'WELCOME10', percent: 10 }))
})

test('a paid session removes its lines from the cart once', () => {
  rememberPurchase('cs_1', { cartId: cartId(), lines: [dress] })
  expect(finishPurchase('cs_1')).toBe(true)
  expect(cart.get()).toEqual([skirt])
  expect(appliedCode.get()).toBeNull()
  cart.update((lines) => [...lines, dress])
  expect(finishPurchase('cs_1')).toBe(false)
  expect(cart.get()).toEqual([skirt, dress])
})

test('a paid session keeps the id of its cart, which shows the order to this browser alone', () => {
  const paid = cartId()
  rememberPurchase('cs_9', { cartId: paid, lines: [dress] })
  finishPurchase('cs_9')
  expect(cartOf('cs_9')).toBe(paid)
  expect(cartOf('cs_made_up')).toBeNull()
})

test('lines put aside return to the cart once the others are paid, and not before', () => {
  putAside([skirt])
  expect(cart.get()).toEqual([dress])
  rememberPurchase('cs_10', { cartId: cartId(), lines: [dress] })
  finishPurchase('cs_made_up')
  expect(cart.get()).toEqual([dress])
  expect(finishPurchase('cs_10')).toBe(true)
  expect(cart.get()).toEqual([skirt])
  expect(takeBack()).toEqual([])
})

test('a line put aside joins the same line, and waits while the cart is full', () => {
  putAside([skirt])
  cart.update((lines) => [...lines, { ...skirt, quantity: 2 }])
  takeBack()
  expect(cart.get()).toEqual([dress, { ...skirt, quantity: 3 }])
  putAside([skirt])
  cart.update(() => Array.from({ length: 50 }, (_, at) => ({ ...dress, id: `dress ${at}` })))
  expect(takeBack()).toEqual([])
  cart.update((lines) => lines.slice(1))
  expect(takeBack()).toEqual([{ ...skirt, quantity: 3 }])
})

test('a session of another browser leaves the cart alone', () => {
  rememberPurchase('cs_2', { cartId: cartId(), lines: [dress] })
  expect(finishPurchase('cs_made_up')).toBe(false)
  expect(cart.get()).toEqual([dress, skirt])
})

test('a paid cart gets a new id, and a newer cart keeps its id', () => {
  const paid = cartId()
  rememberPurchase('cs_3', { cartId: paid, lines: [dress] })
  rememberPurchase('cs_4', { cartId: paid, lines: [skirt] })
  finishPurchase('cs_3')
  const next = cartId()
  expect(next).not.toBe(paid)
  finishPurchase('cs_4')
  expect(cartId()).toBe(next)
})

test('the newest sessions are polled until they are paid, for two days', () => {
  for (const session of ['cs_5', 'cs_6', 'cs_7', 'cs_8'])
    rememberPurchase(session, { cartId: cartId(), lines: [dress] })
  expect(openPurchases(Date.now())).toEqual(['cs_6', 'cs_7', 'cs_8'])
  finishPurchase('cs_8')
  expect(openPurchases(Date.now())).toEqual(['cs_5', 'cs_6', 'cs_7'])
  expect(openPurchases(Date.now() + 49 * 3_600_000)).toEqual([])
})

test('a payment page in another tab is awaited until it is paid, cancelled or over, or the cart has changed', () => {
  const openUntil = Date.now() + 60_000
  const awaited = (lines = [dress, skirt], nowMs = Date.now()) => awaitedSession(purchases.get(), lines, nowMs)
  const open = (sessionId: string) =>
    rememberPurchase(sessionId, { cartId: cartId(), lines: [dress, skirt], openUntil })
  open('cs_11')
  expect(awaited()).toBe('cs_11')
  expect(awaited([skirt, dress])).toBe('cs_11')
  expect(awaited([dress])).toBeNull()
  expect(awaited([{ ...dress, quantity: 1 }, skirt])).toBeNull()
  expect(awaited([dress, skirt], openUntil)).toBeNull()
  stopWaiting()
  expect(awaited()).toBeNull()
  open('cs_12')
  expect(awaited()).toBe('cs_12')
  finishPurchase('cs_12')
  expect(awaited()).toBeNull()
  rememberPurchase('cs_13', { cartId: cartId(), lines: [dress, skirt] })
  expect(awaited()).toBeNull()
})

test('any stored text is parsed without an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(Array.isArray(parsePurchases(text))).toBe(true)
      const code = parseAppliedCode(text)
      expect(code === null || (code.percent >= 1 && code.percent <= 100)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})
