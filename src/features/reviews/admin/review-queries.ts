import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { alertCount } from '#admin/alert-count.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { call, read } from '#platform/client/functions.ts'
import type { BodyOf } from '#platform/http/contract.ts'
import { reviewPhotographs, reviewPictures } from '../review.ts'
import type { OwnerReviews, ReviewState } from '../reviews.contract.ts'

const reviewsKey = ['reviews'] as const

/** How many reviews wait for the owner. */
export const reviewAlerts = alertCount<OwnerReviews>('reviews', ({ waiting }) => waiting)

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

const signedForSeconds = 3_600

/** The addresses of a review's photographs, signed for an hour while they are private; null until known. */
export function useReviewPhotographs(names: string[], state: ReviewState): string[] | null {
  const bucket = state === 'published' ? reviewPictures : reviewPhotographs
  const { data } = useQuery({
    queryKey: [...reviewsKey, 'photographs', bucket, ...names],
    enabled: names.length > 0,
    staleTime: (signedForSeconds / 2) * 1_000,
    queryFn: async () => {
      const backend = await loadBackend()
      const { data, error } = await backend.storage.from(bucket).createSignedUrls(names, signedForSeconds)
      if (error) throw error
      return data.flatMap(({ signedUrl }) => signedUrl || [])
    },
  })
  return data ?? null
}
