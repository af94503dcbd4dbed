import { shop } from '#shop'
import type { Route } from './+types/product-preview.page.ts'
import { AdminOnly } from './frame/admin-only.tsx'
import { ProductPreview } from './products/product-preview.tsx'

export function meta() {
  return [{ title: `Preview – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function ProductPreviewPage({ params: { id } }: Route.ComponentProps) {
  return (
    <AdminOnly>
      <ProductPreview key={id} id={id} />
    </AdminOnly>
  )
}
