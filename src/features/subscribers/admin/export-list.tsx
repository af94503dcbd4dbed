import { toRequestError } from '#platform/client/functions.ts'
import { shop } from '#shop'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { Filter } from './subscriber.ts'
import { useExportSubscribers } from './subscriber-queries.ts'

/** Spreadsheet programs take a file for their country's own letters unless it begins so; the browser drops it on reading. */
const byteOrderMark = '\u{feff}'

/** Saves what is listed as CSV on this device; with the token of the session, which no plain link would carry. */
export function ExportList({ state, q }: { state: Filter; q: string }) {
  const { mutateAsync, isPending: busy } = useExportSubscribers()

  async function save() {
    if (busy) return
    let csv: string
    try {
      csv = await mutateAsync({ state, q })
    } catch (error) {
      const description = toRequestError(error).message
      return toast({ title: 'Not exported', description, tone: 'error', about: 'subscribers' })
    }
    const name = `${shop.shortName}-subscribers-${new Date().toISOString().slice(0, 10)}.csv`
    saveAs(name, [byteOrderMark, csv])
    await toast({
      title: 'Exported',
      description: `${name} has been saved on this device. It holds people’s addresses: look after it.`,
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
  // The browser has taken the bytes by the time it comes back here.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
