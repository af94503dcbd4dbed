import { ReturnsView } from '#features/orders/returns/admin/returns-view.tsx'
import { shop } from '#shop'
import { AdminFrame } from './admin-frame.tsx'

export function meta() {
  return [{ title: `Returns – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function ReturnsPage() {
  return (
    <AdminFrame title="Returns">
      <ReturnsView />
    </AdminFrame>
  )
}
