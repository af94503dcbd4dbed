import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { alertCount } from '#admin/alert-count.tsx'
import { call, read } from '#platform/client/functions.ts'
import type { BodyOf } from '#platform/http/contract.ts'

const reviewsKey = ['reviews'] as const

/** How many reviews wait for the owner. */
export const reviewAlerts = alertCount('reviews', { read: () => read('reviews'), count: ({ waiting }) => waiting })

/** All reviews with their counts; read every half minute. */
export function useReviews() {
  const { data, failureReason, refetch } = useQuery({
    queryKey: reviewsKey,
    queryFn: async () => {
      const reviews = await read('reviews')
      reviewAlerts.tell(reviews)
      return reviews
    },
    refetchInterval: 30_000,
  })
  return { data: data ?? null, problem: failureReason?.message ?? null, refetch }
}

/** POST change-review. The list is read again, after a refusal too. */
export function useChangeReview() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: BodyOf<'change-review'>) => call('change-review', change),
    onSettled: () => client.invalidateQueries({ queryKey: reviewsKey }),
  })
}
