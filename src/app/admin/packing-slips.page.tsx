import { useSearchParams } from 'react-router'
import { adminMeta } from '#admin/admin-meta.ts'
import { NoPrintSelection } from '#features/orders/admin/print/no-print-selection.tsx'
import { PackingSlips } from '#features/orders/admin/print/packing-slips.tsx'
import { readPrintSelection } from '#features/orders/admin/print/print-selection.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import type { Route } from './+types/packing-slips.page.ts'

export function loader({ context }: Route.LoaderArgs) {
  return { responsiblePerson: context.get(settingsContext).responsiblePerson }
}

export const handle = { title: 'Packing slips' }
export const meta = () => adminMeta(handle.title)

export default function PackingSlipsPage({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const selection = readPrintSelection(query)
  if (!selection) return <NoPrintSelection />
  return <PackingSlips key={query.toString()} query={selection.query} {...loaderData} />
}
