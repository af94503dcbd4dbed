import { expect, test } from 'vitest'
import type { Today } from './today.contract.ts'
import { answersOf, nextThing, numbersOf } from './today.ts'

const none = { orders: 0, pieces: 0, first: null }
const quiet: Today = {
  now: '2026-11-30T07:00:00.000Z',
  today: '2026-11-30',
  on_board: false,
  to_cut: none,
  to_pack: none,
  to_post: none,
  due: { until: '2026-12-03', late: 0, soon: 0, orders: [] },
  to_answer: { messages: 0, returns: 0, payments: 0, orders: 0, reviews: 0 },
}
const order = (order_number: string, dispatch_by: string, order_view: 'to_make' | 'in_progress' | 'to_dispatch') => ({
  ...{ order_number, dispatch_by, order_view },
  customer_name: 'Ruth Hall',
})
const step = { orders: 2, pieces: 3, first: '2026-12-10' }

test('nothing waits in a shop without orders, returns and reviews', () => {
  expect(nextThing(quiet)).toBeNull()
  expect(answersOf(quiet)).toEqual([])
  expect(numbersOf(quiet).map(({ name, count }) => [name, count])).toEqual([
    ['To cut', 0],
    ['To sew and pack', 0],
    ['To post', 0],
    ['Late within three days', 0],
  ])
})

test('the next thing is what is late, then what is ready to leave, then money, then the next promise, then the work', () => {
  const busy: Today = {
    ...quiet,
    to_cut: step,
    to_pack: step,
    to_post: { ...step, orders: 1 },
    due: {
      ...quiet.due,
      late: 2,
      soon: 2,
      orders: [
        order('TKW-LATE', '2026-11-27', 'to_make'),
        order('TKW-LATER', '2026-11-28', 'in_progress'),
        order('TKW-TODAY', '2026-11-30', 'to_dispatch'),
        order('TKW-SOON', '2026-12-02', 'in_progress'),
      ],
    },
    to_answer: { messages: 1, returns: 1, payments: 1, orders: 1, reviews: 1 },
  }
  const [, , today, soon] = busy.due.orders
  const due = (late: number, orders: Today['due']['orders']) => ({
    ...busy.due,
    late,
    soon: orders.length - late,
    orders,
  })
  const steps = [
    busy,
    { ...busy, due: due(0, today && soon ? [today, soon] : []) },
    { ...busy, due: due(0, soon ? [soon] : []) },
    { ...busy, due: due(0, soon ? [soon] : []), to_post: none },
    { ...busy, due: due(0, soon ? [soon] : []), to_post: none, to_answer: { ...busy.to_answer, payments: 0 } },
    {
      ...busy,
      ...{ due: due(0, soon ? [soon] : []), to_post: none },
      to_answer: { ...busy.to_answer, payments: 0, returns: 0 },
    },
    {
      ...busy,
      ...{ due: due(0, soon ? [soon] : []), to_post: none },
      to_answer: { ...busy.to_answer, payments: 0, returns: 0, messages: 0 },
    },
    { ...busy, due: due(0, []), to_post: none, to_answer: { ...busy.to_answer, payments: 0, returns: 0, messages: 0 } },
    { ...quiet, to_cut: step, to_pack: step, to_answer: { ...quiet.to_answer, reviews: 1 } },
    { ...quiet, to_cut: step, to_answer: { ...quiet.to_answer, reviews: 1 } },
    { ...quiet, to_answer: { ...quiet.to_answer, reviews: 1 } },
  ]
  expect(steps.map((each) => nextThing(each)?.title)).toEqual([
    'Cut order TKW-LATE',
    'Post order TKW-TODAY',
    'Post 1 order',
    'Check 1 payment',
    'Answer 1 return',
    'Answer 1 message',
    'Finish order TKW-SOON',
    'Look at 1 order that needs your attention',
    'Sew and pack 2 orders',
    'Cut 2 orders',
    'Read 1 review',
  ])
  expect(nextThing(busy)).toMatchObject({
    reason: 'It was to leave by Friday 27 November. 1 other is late too.',
    to: '/admin?tab=orders&order=TKW-LATE',
  })
  expect(nextThing(steps[1] ?? quiet)?.reason).toBe('It leaves today.')
})

test('each number leads to what it counts', () => {
  const late = { ...quiet, to_cut: step, due: { ...quiet.due, late: 1, soon: 2 } }
  expect(numbersOf(late)).toMatchObject([
    {
      count: 2,
      unit: 'orders',
      more: '3 pieces, the first by Thursday 10 December',
      to: '/admin?tab=orders&view=to_make',
    },
    { count: 0, to: '/admin?tab=orders&view=in_progress' },
    { count: 0, to: '/admin?tab=orders&view=to_dispatch' },
    { count: 3, more: '1 is late already', to: '/admin?tab=orders&view=late' },
  ])
  expect(numbersOf(quiet)[3]?.to).toBe('#due')
  const onBoard = { ...late, on_board: true }
  expect(numbersOf(onBoard)[0]).toMatchObject({
    ...{ count: 3, unit: 'pieces', to: '/admin/board' },
    more: 'of 2 orders, the first by Thursday 10 December',
  })
  expect(nextThing({ ...quiet, to_cut: step, on_board: true })).toMatchObject({
    title: 'Cut 3 pieces',
    to: '/admin/board',
  })
})
