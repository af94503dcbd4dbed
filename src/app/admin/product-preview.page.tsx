import { adminMeta } from '#admin/admin-meta.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import type { Route } from './+types/product-preview.page.ts'
import { ProductPreview } from './product-preview.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return { responsiblePerson: context.get(settingsContext).responsiblePerson }
}

export const meta = () => adminMeta('Preview')

export default function ProductPreviewPage({ params: { id }, loaderData }: Route.ComponentProps) {
  return <ProductPreview key={id} id={id} {...loaderData} />
}
