import { expect, test } from 'vitest'
import { pence } from '#base/money.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import {
  getUsableDiscount,
  holdDiscount,
  normalCode,
  redeemDiscount,
  refuseUsedUp,
  releaseDiscount,
} from './discount-codes.ts'

const network = { hash: 'n'.repeat(43), isShared: false }
const until = new Date(Date.now() + 3_600_000)

test('fifty customers request the last use of a code, and one gets it', async () => {
  await using db = await testDatabase()
  const { code } = await db.discountCode({ max_redemptions: 3, redeemed: 2 })
  const orders = await Promise.all(Array.from({ length: 50 }, () => db.order()))
  const results = await Promise.allSettled(
    orders.map((order) => db.asService((tx) => holdDiscount(tx, { code, orderId: order.id, until }))),
  )
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(49)
  expect(refused.every(({ reason }) => reason.code === 'discount_invalid')).toBe(true)
})

test('a use is released once and counted once, however often it is requested', async () => {
  await using db = await testDatabase()
  const { code } = await db.discountCode({ max_redemptions: 2 })
  const [left, paid] = [await db.order(), await db.order()]
  for (const { id } of [left, paid]) await db.asService((tx) => holdDiscount(tx, { code, orderId: id, until }))
  for (let times = 0; times < 3; times += 1) {
    await db.asService((tx) => releaseDiscount(tx, left.id))
    expect(await db.asService((tx) => redeemDiscount(tx, paid.id))).toBe(true)
    await db.asService((tx) => releaseDiscount(tx, paid.id))
  }
  const [row] = await db.asService((tx) => tx.selectFrom('discount_codes').selectAll().execute())
  expect(row).toMatchObject({ held: 0, redeemed: 1 })
})

test('a code’s count does not depend on the uses of other codes', async () => {
  await using db = await testDatabase()
  const { code: open } = await db.discountCode({ max_redemptions: 5 })
  const { code: full } = await db.discountCode({ max_redemptions: 1, redeemed: 1 })
  const { code: endless } = await db.discountCode()
  const [order, late] = [await db.order(), await db.order()]
  await expect(db.asService((tx) => holdDiscount(tx, { code: full, orderId: late.id, until }))).rejects.toMatchObject({
    code: 'discount_invalid',
  })
  await db.asService((tx) => holdDiscount(tx, { code: endless, orderId: order.id, until }))
  await db.asService((tx) => redeemDiscount(tx, order.id))

  const rows = await db.asService((tx) =>
    tx.selectFrom('discount_codes').select(['code', 'held', 'redeemed']).execute(),
  )
  const counted = Object.fromEntries(rows.map(({ code, held, redeemed }) => [code, [held, redeemed]]))
  expect(counted).toEqual({ [open]: [0, 0], [full]: [0, 1], [endless]: [0, 1] })
})

test('a code deleted while payment pages hold it, and added again, counts none of their uses', async () => {
  await using db = await testDatabase()
  const { code } = await db.discountCode({ max_redemptions: 2 })
  const [left, paid, next] = [await db.order(), await db.order(), await db.order()]
  for (const { id } of [left, paid]) await db.asService((tx) => holdDiscount(tx, { code, orderId: id, until }))
  await db.asService((tx) => tx.deleteFrom('discount_codes').where('code', '=', code).execute())
  await db.discountCode({ code, max_redemptions: 1 })
  await db.asService((tx) => holdDiscount(tx, { code, orderId: next.id, until }))

  await db.asService((tx) => releaseDiscount(tx, left.id))
  expect(await db.asService((tx) => redeemDiscount(tx, paid.id))).toBe(true)
  const [row] = await db.asService((tx) => tx.selectFrom('discount_codes').selectAll().execute())
  expect(row).toMatchObject({ held: 1, redeemed: 0 })
  expect(await db.asService((tx) => redeemDiscount(tx, next.id))).toBe(true)
})

test('a payment after another order took the last use is not counted', async () => {
  await using db = await testDatabase()
  const { code } = await db.discountCode({ max_redemptions: 1 })
  await db.discountCode({ max_redemptions: 5 })
  const [late, next] = [await db.order(), await db.order()]
  await db.asService((tx) => holdDiscount(tx, { code, orderId: late.id, until }))
  await db.asService((tx) => releaseDiscount(tx, late.id))
  await db.asService((tx) => holdDiscount(tx, { code, orderId: next.id, until }))
  expect(await db.asService((tx) => redeemDiscount(tx, late.id))).toBe(false)
})

test('unknown, ended, inactive and future codes are refused with one message', async () => {
  await using db = await testDatabase()
  const yesterday = new Date(Date.now() - 86_400_000)
  const tomorrow = new Date(Date.now() + 86_400_000)
  const codes = [
    'NOSUCH',
    (await db.discountCode({ starts_at: new Date(0), ends_at: yesterday })).code,
    (await db.discountCode({ active: false })).code,
    (await db.discountCode({ starts_at: tomorrow })).code,
    'ＷＥＬＣＯＭＥ',
    "' or true --",
    'x'.repeat(10_000),
  ]
  const results = await Promise.all(
    codes.map((typed) =>
      db.asService((tx) => getUsableDiscount(tx, { typed, subtotal: null })).catch((refusal) => refusal),
    ),
  )
  expect(new Set(results.map(({ code }) => code))).toEqual(new Set(['discount_invalid']))
  expect(new Set(results.map(({ message }) => message)).size).toBe(1)
})

test('a code checks its minimum, in any case and with spaces around it', async () => {
  await using db = await testDatabase()
  const { code } = await db.discountCode({ percent: 15, minimum_subtotal: 50 })
  const ask = (subtotal: number | null) =>
    db.asService((tx) =>
      getUsableDiscount(tx, { typed: ` ${code.toLowerCase()} `, subtotal: subtotal === null ? null : pence(subtotal) }),
    )
  await expect(ask(4_999)).rejects.toMatchObject({
    code: 'discount_invalid',
    message: 'This code needs £50 of garments. You have £49.99.',
  })
  expect(await ask(5_000)).toEqual({ code, percent: 15 })
  expect(await ask(null)).toEqual({ code, percent: 15 })
})

test('a code is read however it was pasted', () => {
  for (const typed of [
    'Welcome–10',
    '\u200bWELCOME\u00ad-10\ufeff',
    '\u200ewelcome‑10\u200e',
    '\u00a0ＷＥＬＣＯＭＥ－１０\u3000',
  ]) {
    expect(normalCode(typed), typed).toBe('WELCOME-10')
  }
})

test('lookalike letters do not match a code', () => {
  expect(normalCode('welcome-10')).toBe('WELCOME-10')
  for (const typed of ['ſale', 'ıvory', 'straße', 'SАLE', '', ' ', '-SALE', 'A B']) expect(normalCode(typed)).toBeNull()
})

test('a code that is held says so, except to the cart whose own payment page holds the last use', async () => {
  await using db = await testDatabase()
  const { code } = await db.discountCode({ max_redemptions: 1 })
  // A cart may send any id, also this one.
  const cartId = '00000000-0000-0000-0000-000000000000'
  const order = await db.order({ cart_id: cartId })
  await db.asService((tx) => holdDiscount(tx, { code, orderId: order.id, until }))
  await db.asService((tx) => refuseUsedUp(tx, { code, cartId, network }))
  await expect(db.asService((tx) => refuseUsedUp(tx, { code, cartId: null, network }))).rejects.toMatchObject({
    code: 'discount_invalid',
    message: expect.stringContaining('in other checkouts'),
  })
})

test('a visitor and a customer cannot read the codes', async () => {
  await using db = await testDatabase()
  await db.discountCode()
  const { claims } = await db.user()
  const read = (tx: Parameters<typeof releaseDiscount>[0]) => tx.selectFrom('discount_codes').selectAll().execute()
  await expect(db.as({ role: 'anon' }, read)).rejects.toMatchObject({ code: '42501' })
  expect(await db.as(claims, read)).toEqual([])
})
