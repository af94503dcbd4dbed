import { useEffect, useState } from 'react'
import { shopNow } from '#admin/shop-now.ts'
import type { ProductRow } from '../product.schema.ts'

const longestMs = 86_400_000

/**
 * The shop's clock. It is read again after each read of `rows` (`readAt`) and at the next end of a pre-order among
 * them, so that a badge disappears on time.
 */
export function useShopMoment(rows: readonly ProductRow[] | undefined, readAt: number): Date {
  const [now, setNow] = useState(shopNow)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock was read with the rows
  useEffect(() => {
    const moment = shopNow()
    setNow(moment)
    const ends = (rows ?? []).flatMap(({ is_preorder, preorder_end_date }) => {
      const leftMs = is_preorder && preorder_end_date ? Date.parse(preorder_end_date) - moment.getTime() : 0
      return leftMs > 0 ? [leftMs] : []
    })
    if (ends.length === 0) return
    const timer = setTimeout(() => setNow(shopNow()), Math.min(longestMs, ...ends) + 50)
    return () => clearTimeout(timer)
  }, [rows, readAt])
  return now
}
