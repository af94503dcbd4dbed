import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MoneyShop, startMoneyShop } from '#tests/fixtures/money-shop.ts'

let money: MoneyShop
beforeAll(async () => {
  money = await startMoneyShop()
})
afterAll(() => money[Symbol.asyncDispose]())

const kinds = async () => (await money.open()).map(({ kind }) => kind)
const lastRun = async () => {
  const [run] = await money.rows<{ failure: string | null; counts: Record<string, number> }>(
    'select * from private.money_runs order by started_at desc, id limit 1',
  )
  return run
}

test('what was paid and written down matches, and a payment whose message was lost is put right', async () => {
  await money.sell()
  const lost = await money.sell({ lost: true })
  await money.compare()
  expect(await kinds()).toEqual([])
  expect(await money.shop.order(lost.sessionId)).toMatchObject({ payment_status: 'paid', payment_state: 'paid' })
  expect(await lastRun()).toMatchObject({
    failure: null,
    counts: { matched: 2, matched_pence: 18_700, payments: 2, put_right: 1, findings: 0 },
  })
})
