import { expect, test } from 'vitest'
import { makeOrderRow } from '#tests/fixtures/order-row.ts'
import { mergeOrders } from './merge-orders.ts'

const [ruth, naomi, esther] = ['ruth', 'naomi', 'esther'].map((id) => makeOrderRow({ id, customer_name: id }))
if (!ruth || !naomi || !esther) throw new Error('three orders')

test('shown rows keep their places and take newer values', () => {
  const shipped = { ...naomi, order_status: 'shipped' as const, version: 2 }
  const { orders, added, missing } = mergeOrders([ruth, naomi], [shipped, ruth])
  expect(orders).toEqual([ruth, shipped])
  expect({ added, missing }).toEqual({ added: 0, missing: [] })
})

test('an outdated response changes nothing', () => {
  const changed = { ...ruth, order_status: 'processing' as const, version: 3 }
  expect(mergeOrders([changed], [{ ...ruth, version: 2 }]).orders).toEqual([changed])
  // The table grants its readers no review notes.
  const { review_notes: _, ...row } = ruth
  const [merged] = mergeOrders([{ ...ruth, review_notes: [{ kind: 'rebuilt' }] }], [row]).orders
  expect(merged?.review_notes).toEqual([{ kind: 'rebuilt' }])
})

test('new orders are counted but not added, and missing orders are listed but stay', () => {
  const { orders, added, missing } = mergeOrders([ruth, naomi], [esther, ruth])
  expect(orders).toEqual([ruth, naomi])
  expect({ added, missing }).toEqual({ added: 1, missing: ['naomi'] })
})
