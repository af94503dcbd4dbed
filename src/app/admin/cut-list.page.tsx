import { useSearchParams } from 'react-router'
import { AdminFrame } from '#app/admin/admin-frame.tsx'
import { CutList } from '#features/orders/admin/print/cut-list.tsx'
import { NoPrintSelection } from '#features/orders/admin/print/no-print-selection.tsx'
import { readPrintSelection } from '#features/orders/admin/print/print-selection.ts'
import { shop } from '#shop'

export function meta() {
  return [{ title: `Cut list – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function CutListPage() {
  const [query] = useSearchParams()
  const selection = readPrintSelection(query)
  return (
    <AdminFrame title="Cut list">
      {selection ? <CutList key={selection.query} {...selection} /> : <NoPrintSelection />}
    </AdminFrame>
  )
}
