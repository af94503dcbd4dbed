import { useQuery } from '@tanstack/react-query'
import { readFunction } from '#platform/client/functions.ts'
import type { WaitingCount } from './waiting-labels.ts'

/** The key of everything read about products: a change reads all of it again. */
export const productsKey = ['products'] as const

const nobody: ReadonlyMap<string, WaitingCount[]> = new Map()

/** How many customers wait for each product, by its id; empty where the counts could not be read. */
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

/** The pieces of a product on pre-order: paid, and on unpaid payment pages. */
export type PreorderPieces = { sold: number; reserved: number }

/** The pieces of a product; null for a new product and where they could not be read. */
export function usePreorderPieces(productId: string | undefined): PreorderPieces | null {
  const { data } = useQuery({
    queryKey: [...productsKey, 'pieces', productId],
    queryFn: () => readFunction<PreorderPieces>(`preorder-units?product_id=${productId}`),
    enabled: productId !== undefined,
  })
  return data ?? null
}
