import { useState } from 'react'
import { shopToday } from '#admin/shop-now.ts'
import { callFunction } from '#platform/client/call-function.ts'
import { saveFile } from '#platform/client/save-file.ts'
import { shop } from '#shop'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { type OrderFilter, queryOf } from './order-filter-url.ts'

/** Spreadsheet programs take a file for their country's own letters unless it begins so. */
const byteOrderMark = '\u{feff}'
/** A hundred thousand orders take their time. */
const patienceMs = 600_000

/** Saves exactly what the view and the filter hold as CSV on this device. */
export function ExportOrders({ filter }: { filter: OrderFilter }) {
  const [busy, setBusy] = useState(false)

  async function save() {
    if (busy) return
    setBusy(true)
    const { value, failure } = await callFunction<string>(`export-orders?${queryOf(filter)}`, undefined, { patienceMs })
    setBusy(false)
    const about = 'export-orders'
    if (failure) return toast({ title: 'Not exported', description: failure.words, tone: 'error', about })
    const name = `${shop.shortName}-orders-${filter.view.replace('_', '-')}-${shopToday()}.csv`
    saveFile(name, value.startsWith(byteOrderMark) ? value : byteOrderMark + value)
    await toast({
      title: 'Exported',
      description: `${name} has been saved on this device. It holds people’s addresses: look after it.`,
      tone: 'success',
      about,
    })
  }

  return (
    <TextButton onClick={save} aria-disabled={busy}>
      {busy ? 'Exporting…' : 'Export'}
    </TextButton>
  )
}
