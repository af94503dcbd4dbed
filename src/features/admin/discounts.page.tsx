import { shop } from '#shop'
import { DiscountsView } from './discounts/discounts-view.tsx'
import { AdminFrame } from './frame/admin-frame.tsx'

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
