import { SubscribersView } from '#features/subscribers/admin/subscribers-view.tsx'
import { shop } from '#shop'
import { AdminFrame } from './admin-frame.tsx'

export function meta() {
  return [{ title: `Subscribers – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function SubscribersPage() {
  return (
    <AdminFrame title="Subscribers">
      <SubscribersView />
    </AdminFrame>
  )
}
