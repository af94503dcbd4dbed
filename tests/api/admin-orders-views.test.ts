import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminOrdersApi, startAdminOrdersApi } from '../fixtures/admin-orders-api.ts'

/** The view of an order, for every state an order can be in. */
let api: AdminOrdersApi

beforeAll(async () => {
  api = await startAdminOrdersApi()
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
})

const views = ['to_make', 'in_progress', 'to_dispatch', 'shipped', 'unpaid', 'cancelled'] as const

type State = {
  order_number: string
  payment_status: 'pending' | 'paid'
  provider_state: string
  order_status: string
  paid_at: Date | null
  ready_at: Date | null
  refunded_amount: number
}

const unpaidStates = ['creating', 'open', 'expired', 'failed']
const states = [...unpaidStates, 'paid', 'partly_refunded', 'refunded', 'disputed']
const moment = new Date('2026-11-10T09:00:00Z')

/** Every combination of a view's inputs; `final_amount` is 89. */
function everyState(): State[] {
  const all: Omit<State, 'order_number'>[] = []
  for (const payment_status of ['pending', 'paid'] as const)
    for (const provider_state of states)
      for (const order_status of ['pending', 'processing', 'shipped', 'delivered', 'cancelled'])
        for (const paid_at of [null, moment])
          for (const ready_at of [null, moment])
            for (const refunded_amount of [0, 10, 89])
              all.push({ payment_status, provider_state, order_status, paid_at, ready_at, refunded_amount })
  return all.map((state, at) => ({ ...state, order_number: `V-${at}` }))
}

const wasPaid = ({ paid_at, provider_state }: State) => paid_at !== null || !unpaidStates.includes(provider_state)

/** The rule of the views: the first match. */
function viewOf(state: State): (typeof views)[number] {
  const { order_status, payment_status, provider_state, ready_at, refunded_amount } = state
  if (order_status === 'cancelled') return 'cancelled'
  if (order_status === 'shipped' || order_status === 'delivered') return 'shipped'
  if (!wasPaid(state) && payment_status === 'pending') return 'unpaid'
  if (provider_state === 'refunded' || refunded_amount >= 89) return 'cancelled'
  if (order_status === 'processing') return ready_at ? 'to_dispatch' : 'in_progress'
  return 'to_make'
}

async function numbersIn(view: string): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const response = await api.get(`orders?view=${view}&cursor=${encodeURIComponent(cursor)}`)
    expect(response.status, view).toBe(200)
    const page = (await response.json()) as { orders: { order_number: string }[]; next: string | null }
    found.push(...page.orders.map(({ order_number }) => order_number))
    cursor = page.next
  }
  return found
}

test('every order is in exactly one view, and a paid one is never hidden', async () => {
  const all = everyState()
  await api.db.asService((tx) =>
    sql`insert into public.pre_orders (order_number, payment_status, provider_state, order_status, paid_at, ready_at,
        refunded_amount, product_name, product_size, product_price, final_amount, dispatch_by)
      select s.*, 'Mary Dress', '10-12', 89, 89, '2020-01-01' from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
        as s (order_number text, payment_status text, provider_state text, order_status text, paid_at timestamptz,
          ready_at timestamptz, refunded_amount numeric)`.execute(tx),
  )
  const held = new Map<string, string[]>()
  for (const view of views)
    for (const number of await numbersIn(view)) held.set(number, [...(held.get(number) ?? []), view])
  for (const state of all) expect(held.get(state.order_number), JSON.stringify(state)).toEqual([viewOf(state)])

  const shown = new Set(await numbersIn('all'))
  for (const state of all.filter(wasPaid)) expect(shown.has(state.order_number), JSON.stringify(state)).toBe(true)
  const late = new Set(await numbersIn('late'))
  const waiting = ['to_make', 'in_progress', 'to_dispatch']
  for (const state of all) {
    expect(late.has(state.order_number), JSON.stringify(state)).toBe(waiting.includes(viewOf(state)))
  }
})
