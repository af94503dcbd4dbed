import { useCallback, useEffect, useRef, useState } from 'react'
import { hasStoredSession } from '#platform/client/stored-session.ts'
import { useLooking } from '#platform/client/use-looking.ts'
import type { OrderPage, OrderRow } from '../order.ts'
import { mergeOrders, newer } from './merge-orders.ts'
import { addressOf, type OrderFilter } from './order-filter-url.ts'
import { readOrders, readOrdersById } from './read-orders.ts'

const lookEveryMs = 5_000

/** `key`: the place the page is of. `added`: how many orders came that are not shown. `stale`: why the last look failed. */
type Held = { key: string; page: OrderPage | null; added: number; problem: string | null; stale: string | null }

/** The page she saw last, so that coming back to it shows it at once, scrolled to where she was. */
let lastSeen: { key: string; page: OrderPage } | null = null

/**
 * A page of orders, read again every five seconds while it is looked at. What is shown is brought up to date in its
 * place and keeps it; orders that came meanwhile are counted until `show` is called. While another page is on its way
 * (`busy`) the one before it stays. `put` shows what an order is by now.
 */
export function useOrders(filter: OrderFilter, after: string | null) {
  const key = JSON.stringify([addressOf(filter), filter.q, after])
  const [held, setHeld] = useState<Held>(() => begin(key))
  const latest = useRef(held)
  const asked = useRef({ key, filter, after })
  useEffect(() => {
    asked.current = { key, filter, after }
  })

  const update = useCallback((next: Held) => {
    latest.current = next
    setHeld(next)
    if (next.page) lastSeen = { key: next.key, page: next.page }
  }, [])

  const look = useCallback(
    async (anew = false) => {
      const question = asked.current
      const { value, failure } = await readOrders(question.filter, question.after)
      if (asked.current.key !== question.key) return
      const was = latest.current.key === question.key ? latest.current : begin(question.key)
      if (failure) return update({ ...was, problem: was.page ? null : failure.words, stale: failure.words })
      const whole = { key: question.key, page: value, added: 0, problem: null, stale: null }
      if (anew || !was.page || was.page.orders.length === 0) return update(whole)
      const { missing } = mergeOrders(was.page.orders, value.orders)
      const others = missing.length > 0 ? await readOrdersById(missing) : []
      if (asked.current.key !== question.key || !latest.current.page) return
      const now = latest.current.page
      const merged = mergeOrders(now.orders, [...value.orders, ...(others ?? [])])
      const added = question.after ? 0 : merged.added
      update({ ...whole, page: { orders: merged.orders, next: now.next ?? value.next }, added })
    },
    [update],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is looked at when she goes there
  useEffect(() => {
    void look()
  }, [key, look])
  useLooking(look, lookEveryMs)

  const put = useCallback(
    (order: OrderRow) => {
      const { page, ...rest } = latest.current
      if (!page) return
      update({
        ...rest,
        page: { ...page, orders: page.orders.map((row) => (row.id === order.id ? newer(row, order) : row)) },
      })
    },
    [update],
  )
  const find = useCallback((id: string) => latest.current.page?.orders.find((order) => order.id === id), [])
  const show = useCallback(() => look(true), [look])

  return { ...held, busy: held.key !== key, look, show, put, find }
}

function begin(key: string): Held {
  const isKept = lastSeen?.key === key && hasStoredSession()
  return { key, page: isKept ? (lastSeen?.page ?? null) : null, added: 0, problem: null, stale: null }
}
