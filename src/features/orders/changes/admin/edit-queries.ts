import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orderKeys } from '#features/orders/admin/order-queries.ts'
import { call, read } from '#platform/client/functions.ts'
import type { OrderDetails } from '../../admin/order.ts'

export type LineChoices = {
  /** The sizes each line may have, by position. */
  sizes: Map<number, string[]>
  /** The positions of the lines that are hemmed for a height; null until they are read. */
  hemmed: number[] | null
}

/** What may be chosen for each line of an order. */
export function useLineChoices(orderNumber: string): LineChoices {
  const { data } = useQuery({
    queryKey: ['order-sizes', orderNumber],
    queryFn: () => read('order-sizes', { order_number: orderNumber }),
  })
  return {
    sizes: new Map(data?.sizes.map(({ position, sizes }) => [position, sizes])),
    hemmed: data?.hemmed ?? null,
  }
}

/** Reads an order as it is now. Throws a `RequestError`. */
export function readOrder(orderNumber: string): Promise<OrderDetails> {
  return read('order-details', { order_number: orderNumber })
}

/** Takes a change back and reads all that shows the order again. Throws a `RequestError`. */
export function useUndo(orderNumber: string): (editId: string) => Promise<void> {
  const client = useQueryClient()
  return async (editId) => {
    try {
      await call('undo-order-edit', { order_number: orderNumber, edit_id: editId })
    } finally {
      await client.invalidateQueries({ queryKey: orderKeys.all })
    }
  }
}
