import { useQuery } from '@tanstack/react-query'
import { readFunction } from '#platform/client/functions.ts'
import type { WaitingCount } from './waiting-labels.ts'

/** The query key prefix of all product data: a change invalidates all of it. */
export const productsKey = ['products'] as const

const nobody: ReadonlyMap<string, WaitingCount[]> = new Map()

/** The number of waiting customers by product id; empty if the counts could not be read. */
export function useWaitingCounts(): ReadonlyMap<string, WaitingCount[]> {
  const { data } = useQuery({
    queryKey: [...productsKey, 'waiting'],
    queryFn: () => readFunction<WaitingCount[]>('waiting-counts'),
    select: groupByProduct,
  })
  return data ?? nobody
}

function groupByProduct(counts: WaitingCount[]) {
  return Map.groupBy(counts, ({ product_id }) => product_id)
}

/** The pieces of a product on pre-order: paid for, and on unpaid payment pages. */
export type PreorderPieces = { sold: number; reserved: number }

/** The pieces of a product; null for a new product and if they could not be read. */
export function usePreorderPieces(productId: string | undefined): PreorderPieces | null {
  const { data } = useQuery({
    queryKey: [...productsKey, 'pieces', productId],
    queryFn: () => readFunction<PreorderPieces>(`preorder-units?product_id=${productId}`),
    enabled: productId !== undefined,
  })
  return data ?? null
}
