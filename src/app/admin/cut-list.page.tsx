import { useSearchParams } from 'react-router'
import { adminMeta } from '#admin/admin-meta.ts'
import { CutList } from '#features/orders/admin/print/cut-list.tsx'
import { NoPrintSelection } from '#features/orders/admin/print/no-print-selection.tsx'
import { readPrintSelection } from '#features/orders/admin/print/print-selection.ts'

export const handle = { title: 'Cut list' }
export const meta = () => adminMeta(handle.title)

export default function CutListPage() {
  const [query] = useSearchParams()
  const selection = readPrintSelection(query)
  return selection ? <CutList key={query.toString()} {...selection} /> : <NoPrintSelection />
}
