import { expect, test } from 'vitest'
import { someOrder } from '#tests/fixtures/some-order.ts'
import { mergeOrders } from './merge-orders.ts'

const [ruth, naomi, esther] = ['ruth', 'naomi', 'esther'].map((id) => someOrder({ id, customer_name: id }))
if (!ruth || !naomi || !esther) throw new Error('three orders')

test('rows keep their places and take what is new of them', () => {
  const shipped = { ...naomi, order_status: 'shipped' as const, version: 2 }
  const { orders, added, missing } = mergeOrders([ruth, naomi], [shipped, ruth])
  expect(orders).toEqual([ruth, shipped])
  expect({ added, missing }).toEqual({ added: 0, missing: [] })
})

test('an answer that was overtaken takes nothing back', () => {
  const changed = { ...ruth, order_status: 'processing' as const, version: 3 }
  expect(mergeOrders([changed], [{ ...ruth, version: 2 }]).orders).toEqual([changed])
  // The table gives its rows without why somebody must look at them.
  const { needs_review: _, ...row } = ruth
  const [kept] = mergeOrders([{ ...ruth, needs_review: 'Paid twice' }], [row as typeof ruth]).orders
  expect(kept?.needs_review).toBe('Paid twice')
})

test('what came is counted and not shown, what went stays and is named', () => {
  const { orders, added, missing } = mergeOrders([ruth, naomi], [esther, ruth])
  expect(orders).toEqual([ruth, naomi])
  expect({ added, missing }).toEqual({ added: 1, missing: ['naomi'] })
})
