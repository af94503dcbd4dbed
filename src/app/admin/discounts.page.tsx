import { DiscountsView } from '#features/discounts/admin/discounts-view.tsx'
import { shop } from '#shop'
import { AdminFrame } from './admin-frame.tsx'

export function meta() {
  return [{ title: `Discounts – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function DiscountsPage() {
  return (
    <AdminFrame title="Discounts">
      <DiscountsView />
    </AdminFrame>
  )
}
