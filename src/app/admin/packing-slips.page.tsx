import { useSearchParams } from 'react-router'
import { AdminFrame } from '#app/admin/admin-frame.tsx'
import { NoPrintSelection } from '#features/orders/admin/print/no-print-selection.tsx'
import { PackingSlips } from '#features/orders/admin/print/packing-slips.tsx'
import { readPrintSelection } from '#features/orders/admin/print/print-selection.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { shop } from '#shop'
import type { Route } from './+types/packing-slips.page.ts'

export function loader({ context }: Route.LoaderArgs) {
  return { responsiblePerson: context.get(settingsContext).responsiblePerson }
}

export function meta() {
  return [{ title: `Packing slips – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function PackingSlipsPage({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const selection = readPrintSelection(query)
  return (
    <AdminFrame title="Packing slips">
      {selection ? (
        <PackingSlips key={selection.query} query={selection.query} {...loaderData} />
      ) : (
        <NoPrintSelection />
      )}
    </AdminFrame>
  )
}
