import { useSearchParams } from 'react-router'
import { AdminFrame } from '#app/admin/admin-frame.tsx'
import { askedOrders } from '#features/orders/admin/print/asked-orders.ts'
import { CutList } from '#features/orders/admin/print/cut-list.tsx'
import { NothingAsked } from '#features/orders/admin/print/nothing-asked.tsx'
import { shop } from '#shop'

export function meta() {
  return [{ title: `Cut list – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function CutListPage() {
  const [query] = useSearchParams()
  const asked = askedOrders(query)
  return <AdminFrame title="Cut list">{asked ? <CutList key={asked.query} {...asked} /> : <NothingAsked />}</AdminFrame>
}
