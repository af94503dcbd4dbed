import { sql } from 'kysely'
import { expect, expectTypeOf, test } from 'vitest'
import { type Pence, type Pounds, pence, penceFromPounds, poundsFromPence } from '#base/money.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { inPence, penceOf } from './sql-money.ts'

test('columns of money are read in pence and written from pence; anything else does not compile', async () => {
  await using db = await testDatabase()
  const { id } = await db.order({ product_price: '1234.56', final_amount: '0.29', shipping_amount: null })
  const amounts = await db.asService(async (tx) => {
    await tx
      .updateTable('pre_orders')
      .set({ discount_amount: poundsFromPence(pence(1)) })
      .where('id', '=', id)
      .execute()
    return tx
      .selectFrom('pre_orders as o')
      .select(penceOf('o.product_price', 'discount_amount', 'shipping_amount'))
      .select([inPence('o.final_amount').as('total'), inPence(sql<Pounds>`sum(o.final_amount)`).as('sum')])
      .where('id', '=', id)
      .groupBy('id')
      .executeTakeFirstOrThrow()
  })
  expect(amounts).toEqual({ product_price: 123_456, discount_amount: 1, shipping_amount: null, total: 29, sum: 29 })
  expectTypeOf(amounts).toEqualTypeOf<{
    product_price: Pence
    discount_amount: Pence
    shipping_amount: Pence | null
    total: Pence
    sum: Pence
  }>()

  const write = (refunded_amount: Pounds) => db.owner.updateTable('pre_orders').set({ refunded_amount }).compile()
  expect(write(poundsFromPence(pence(1250))).parameters).toEqual([12.5])
  // @ts-expect-error: pence are no pounds.
  write(pence(1250))
  // @ts-expect-error: a number is neither.
  write(12.5)
  // @ts-expect-error: the same in a text.
  write('12.50')
  // @ts-expect-error: pence are not converted twice.
  expect(() => penceFromPounds(pence(1250))).not.toThrow()
  // @ts-expect-error: a column that has no money.
  expect(inPence('order_number')).toBeDefined()
  const read = await db.owner.selectFrom('pre_orders').select('final_amount').where('id', '=', id).executeTakeFirst()
  // @ts-expect-error: an amount as the driver has it cannot be counted with.
  expect(Number.isNaN(read?.final_amount - 1)).toBe(false)
  // @ts-expect-error: nor is it pence.
  const wrong: Pence | undefined = read?.final_amount
  expect(wrong).toBe('0.29')
})

test('every numeric column is money of two decimals', async () => {
  await using db = await testDatabase()
  const { rows } = await sql`select table_schema, table_name, column_name from information_schema.columns
    where data_type = 'numeric' and table_schema in ('public', 'private', 'auth', 'storage')
      and (numeric_precision, numeric_scale) is distinct from (10, 2)`.execute(db.owner)
  expect(rows).toEqual([])
})
