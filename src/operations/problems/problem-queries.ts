import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { alertCount } from '#admin/alert-count.ts'
import { lateAlerts } from '#features/orders/admin/order-queries.ts'
import { returnAlerts } from '#features/orders/returns/admin/return-queries.ts'
import { moneyAlerts } from '#features/payments/admin/money-page/money-queries.ts'
import { reviewAlerts } from '#features/reviews/admin/review-queries.ts'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import { refreshAlerts } from '#platform/client/query-client.ts'
import { focusSection } from '#ui/account-section.tsx'
import { toast } from '#ui/toast.ts'
import { jobAlerts } from '../jobs/jobs-queries.ts'
import type { Cure } from './problem-labels.ts'

/** The owner's problems, read every minute, and when a screen has just learnt of a change. */
export const problemAlerts = alertCount('problems', { read: () => read('problems'), count: ({ count }) => count })

/**
 * Keeps the numbers in the menu, of the order views and of the problems equal: where one of them changes, all are read
 * again. A number that becomes known changes nothing.
 */
export function useConsistentAlerts(): void {
  const { data: problems } = useQuery(problemAlerts.query)
  const { data: jobs } = useQuery(jobAlerts.query)
  const { data: money } = useQuery(moneyAlerts.query)
  const { data: orders } = useQuery(lateAlerts.query)
  const { data: returns } = useQuery(returnAlerts.query)
  const { data: reviews } = useQuery(reviewAlerts.query)
  const counts = JSON.stringify([
    problems ? problems.problems.map(({ kind }) => kind).join() + problems.count : null,
    jobs ? jobAlerts.count(jobs) : null,
    money ? moneyAlerts.count(money) : null,
    orders ? `${orders.late} ${orders.attention}` : null,
    returns ? returnAlerts.count(returns) : null,
    reviews ? reviewAlerts.count(reviews) : null,
  ])
  const known = useRef(counts)
  useEffect(() => {
    const before: unknown[] = JSON.parse(known.current)
    const now: unknown[] = JSON.parse(counts)
    known.current = counts
    if (before.some((value, at) => value !== null && value !== now[at])) void refreshAlerts()
  }, [counts])
}

type Call = Extract<Cure, { call: string }>

/** Calls the function of a cure and shows its result. The line disappears, so the heading gets the focus. */
export function useCure({ call: cure, id, about, done }: Call) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(cure, { id }),
    onSettled: async (_, error) => {
      const failure = error && toRequestError(error)
      await refreshAlerts()
      if (!failure || failure.code === 'not_found' || failure.code === 'conflict') focusSection('problems')
      void toast(
        failure
          ? { title: 'That didn’t work', description: failure.message, tone: 'error', about: 'problems' }
          : { title: done, description: about, tone: 'success', about: 'problems' },
      )
    },
  })
  return { isPending, run: () => !isPending && mutate() }
}
