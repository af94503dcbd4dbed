import { toRequestError } from '#platform/client/functions.ts'
import { shop } from '#shop'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { Filter } from '../subscribers.contract.ts'
import { useExportSubscribers } from './subscriber-queries.ts'

/** Without it spreadsheet programs read the file in their country's own encoding. */
const byteOrderMark = '\u{feff}'

/** Downloads the filtered list as CSV. A plain link would lack the session's token. */
export function ExportList({ state, q }: { state: Filter; q: string }) {
  const { mutateAsync, isPending: busy } = useExportSubscribers()

  async function save() {
    if (busy) return
    let csv: string
    try {
      csv = await mutateAsync({ state, q })
    } catch (error) {
      const description = toRequestError(error).message
      return toast({ title: 'Export failed', description, tone: 'error', about: 'subscribers' })
    }
    const name = `${shop.shortName}-subscribers-${new Date().toISOString().slice(0, 10)}.csv`
    saveAs(name, [byteOrderMark, csv])
    await toast({
      title: 'Exported',
      description: `${name} has been saved on this device. It contains personal details, so keep it safe.`,
      tone: 'success',
      about: 'subscribers',
    })
  }

  return (
    <TextButton onClick={save} aria-disabled={busy}>
      {busy ? 'Exporting…' : 'Export as CSV'}
    </TextButton>
  )
}

function saveAs(name: string, content: string[]): void {
  const address = URL.createObjectURL(new Blob(content, { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has read the bytes long before this.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
