import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type PostageShop, postageSecret, postageShop } from '#tests/fixtures/postage-shop.ts'

/**
 * Starts the jobs anew, each time later than the next attempt of every parcel, until a start ends without being killed.
 * Returns the number of kills.
 */
async function startUntilDone(shop: PostageShop, point: string): Promise<number> {
  for (let kills = 0; kills < 10; kills += 1) {
    await shop.db.asService((tx) =>
      sql`update private.postage_parcels set next_attempt_at = now() - interval '1 second'`.execute(tx),
    )
    const args = ['tests/faults/postage-program.ts', shop.db.connectionString, shop.post.url, postageSecret, point]
    const [code, signal] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')
    if (signal !== 'SIGKILL') {
      expect(code).toBe(0)
      return kills
    }
  }
  throw new Error(`killed ten times at ${point}`)
}

async function threeOrders(shop: PostageShop): Promise<string[]> {
  const orders = [await shop.paidOrder(), await shop.paidOrder(), await shop.paidOrder()]
  return orders.map(({ order_number }) => order_number)
}

async function givenTo(shop: PostageShop) {
  const { rows } = await shop.db.asService((tx) =>
    sql<{ reference: string; state: string; identifier: number }>`
      select reference, state, order_identifier::float8 as identifier from private.postage_parcels
       where state <> 'removed' order by reference`.execute(tx),
  )
  return rows
}

/** What the shop has to know of the parcels of these orders: each once at Click & Drop, with its identifier there. */
function eachOnce(shop: PostageShop, numbers: readonly string[]) {
  expect(shop.post.orders.map(({ orderReference }) => orderReference).sort()).toEqual([...numbers].sort())
  return [...numbers].sort().map((reference) => ({
    reference,
    state: 'sent',
    identifier: shop.post.orders.find(({ orderReference }) => orderReference === reference)?.orderIdentifier,
  }))
}

async function expectGivenOnce(point: string, kills: number): Promise<void> {
  await using shop = await postageShop()
  const numbers = await threeOrders(shop)
  await shop.send(...numbers)
  expect(await startUntilDone(shop, point)).toBe(kills)
  expect(shop.post.violations).toEqual([])
  expect(await givenTo(shop)).toEqual(eachOnce(shop, numbers))
}

test(
  'killed before Click & Drop is given a parcel, each order is there once, and the shop has its identifier',
  {
    tags: ['T0'],
  },
  () => expectGivenOnce('postage.before-call:2', 2),
)

test(
  'killed after Click & Drop took a parcel, each order is there once, and the shop has its identifier',
  {
    tags: ['T1'],
  },
  () => expectGivenOnce('postage.called', 3),
)

test('killed after Click & Drop deleted a parcel, it is taken back, and given again it is there once', {
  tags: ['T2'],
}, async () => {
  await using shop = await postageShop()
  const numbers = await threeOrders(shop)
  await shop.send(...numbers)
  await shop.work()
  await shop.call('take-postage-back', { orders: numbers })
  expect(await startUntilDone(shop, 'postage.removed:2')).toBe(2)
  expect(shop.post.orders).toEqual([])
  expect(await givenTo(shop)).toEqual([])
  await shop.send(...numbers)
  await shop.work()
  expect(await givenTo(shop)).toEqual(eachOnce(shop, numbers))
})

test('killed after an order was shipped by its number, its customer gets one e-mail, and so do the others', {
  tags: ['T3'],
}, async () => {
  await using shop = await postageShop()
  const numbers = await threeOrders(shop)
  await shop.send(...numbers)
  await shop.work()
  const tracked = numbers.map((number, at) => ({ number, tracking: `AA12345678${at}GB` }))
  for (const { number, tracking } of tracked) shop.post.print(number, tracking)
  expect(await startUntilDone(shop, 'postage.shipped')).toBe(3)
  const { rows } = await shop.db.asService((tx) =>
    sql<object>`
      select o.order_number as number, o.tracking_number as tracking, o.order_status as status, given.state,
        (select count(*)::int from private.outbox where order_id = o.id and kind = 'order_dispatched') as emails
        from pre_orders as o join private.postage_parcels as given on given.order_id = o.id order by o.order_number`.execute(
      tx,
    ),
  )
  const shipped = { status: 'shipped', state: 'shipped', emails: 1 }
  expect(rows).toEqual(
    tracked.map((order) => ({ ...order, ...shipped })).sort((a, b) => (a.number < b.number ? -1 : 1)),
  )
})
