import { MoneyView } from '#features/payments/admin/money-page/money-view.tsx'
import { shop } from '#shop'
import { AdminFrame } from './admin-frame.tsx'

export function meta() {
  return [{ title: `Money – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function MoneyPage() {
  return (
    <AdminFrame title="Money">
      <MoneyView />
    </AdminFrame>
  )
}
