import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { alertCount } from '#admin/alert-count.ts'
import { jobAlerts } from '#features/monitoring/jobs/jobs-queries.ts'
import { lateAlerts } from '#features/orders/admin/order-queries.ts'
import { moneyAlerts } from '#features/payments/admin/money-page/money-queries.ts'
import { callFunction, toRequestError } from '#platform/client/functions.ts'
import { focusSection } from '#ui/account-section.tsx'
import { toast } from '#ui/toast.ts'
import type { ProblemsResponse } from './problem.ts'
import type { Cure } from './problem-labels.ts'

/** The owner's problems, read every minute, and when a screen has just learnt of a change. */
export const problemAlerts = alertCount<ProblemsResponse>('problems', ({ count }) => count)

/** Reads the problems again when one of the other numbers in the menu changes. */
export function useFreshProblems(): void {
  const client = useQueryClient()
  const { data: jobs } = useQuery(jobAlerts.query)
  const { data: money } = useQuery(moneyAlerts.query)
  const { data: orders } = useQuery(lateAlerts.query)
  const counts = [
    jobs && jobAlerts.count(jobs),
    money && moneyAlerts.count(money),
    orders && lateAlerts.count(orders),
  ].join()
  const known = useRef(counts)
  useEffect(() => {
    if (known.current !== counts) void client.invalidateQueries({ queryKey: problemAlerts.query.queryKey })
    known.current = counts
  }, [counts, client])
}

type Call = Extract<Cure, { call: string }>

/** Calls the function of a cure and shows its result. The line disappears, so the heading gets the focus. */
export function useCure({ call, id, about, done }: Call) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => callFunction(call, { id }),
    onSettled: async (_, error) => {
      const failure = error && toRequestError(error)
      await client.invalidateQueries({ queryKey: problemAlerts.query.queryKey })
      void client.invalidateQueries({ queryKey: jobAlerts.query.queryKey })
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
