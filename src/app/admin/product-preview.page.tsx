import { settingsContext } from '#features/settings/page-settings.ts'
import { shop } from '#shop'
import type { Route } from './+types/product-preview.page.ts'
import { ProductPreview } from './product-preview.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return { responsiblePerson: context.get(settingsContext).responsiblePerson }
}

export function meta() {
  return [{ title: `Preview – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function ProductPreviewPage({ params: { id }, loaderData }: Route.ComponentProps) {
  return <ProductPreview key={id} id={id} {...loaderData} />
}
