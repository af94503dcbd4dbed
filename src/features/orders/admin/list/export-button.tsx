import { useMutation } from '@tanstack/react-query'
import { shopToday } from '#admin/shop-now.ts'
import { readFunction } from '#platform/client/functions.ts'
import { saveFile } from '#platform/client/save-file.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { exportName } from '../api/export-name.ts'
import { type OrderFilter, queryOf } from './order-filter-url.ts'

/** The byte order mark: without it, spreadsheet programs read the file in a local character set. */
const byteOrderMark = '\u{feff}'
/** For 100,000 orders. */
const timeoutMs = 600_000

/** Saves the orders of the view and its filter on this device as CSV. */
export function ExportOrders({ filter }: { filter: OrderFilter }) {
  const { mutate, isPending: busy } = useMutation({
    mutationFn: () => readFunction<string>(`export-orders?${queryOf(filter)}`, { timeoutMs }),
    onError: ({ message }) =>
      toast({ title: 'Export failed', description: message, tone: 'error', about: 'export-orders' }),
    onSuccess(csv) {
      const name = exportName(filter, shopToday())
      saveFile(name, csv.startsWith(byteOrderMark) ? csv : byteOrderMark + csv)
      void toast({
        title: 'Exported',
        description: `${name} has been saved on this device. It contains personal details, so keep it safe.`,
        tone: 'success',
        about: 'export-orders',
      })
    },
  })

  return (
    <TextButton onClick={() => !busy && mutate()} aria-disabled={busy}>
      {busy ? 'Exporting…' : 'Export'}
    </TextButton>
  )
}
