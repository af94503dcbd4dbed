import { shop } from '#shop'
import { AdminFrame } from './frame/admin-frame.tsx'
import { SubscribersView } from './subscribers/subscribers-view.tsx'

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
