import { shop } from '#shop'
import { AdminFrame } from './frame/admin-frame.tsx'
import { MoneyView } from './money/money-view.tsx'

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
