import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orderKeys } from '#features/orders/admin/order-keys.ts'
import { callFunction, readFunction } from '#platform/client/functions.ts'
import type { OrderDetails } from '../../admin/order.ts'

/** The sizes each line of an order may have, by position. */
export function useLineSizes(orderNumber: string): Map<number, string[]> {
  const { data } = useQuery({
    queryKey: ['order-sizes', orderNumber],
    queryFn: () =>
      readFunction<{ sizes: { position: number; sizes: string[] }[] }>(
        `order-sizes?order_number=${encodeURIComponent(orderNumber)}`,
      ),
  })
  return new Map(data?.sizes.map(({ position, sizes }) => [position, sizes]))
}

/** Reads an order as it is now. Throws a `RequestError`. */
export function readOrder(orderNumber: string): Promise<OrderDetails> {
  return readFunction(`order-details?order_number=${encodeURIComponent(orderNumber)}`)
}

/** Takes a change back and reads all that shows the order again. Throws a `RequestError`. */
export function useUndo(orderNumber: string): (editId: string) => Promise<void> {
  const client = useQueryClient()
  return async (editId) => {
    try {
      await callFunction('undo-order-edit', { order_number: orderNumber, edit_id: editId })
    } finally {
      await client.invalidateQueries({ queryKey: orderKeys.all })
    }
  }
}
