import { useSearchParams } from 'react-router'
import { shop } from '#shop'
import { AdminFrame } from './frame/admin-frame.tsx'
import { askedOrders } from './orders/print/asked-orders.ts'
import { CutList } from './orders/print/cut-list.tsx'
import { NothingAsked } from './orders/print/nothing-asked.tsx'

export function meta() {
  return [{ title: `Cut list – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function CutListPage() {
  const [query] = useSearchParams()
  const asked = askedOrders(query)
  return <AdminFrame title="Cut list">{asked ? <CutList key={asked.query} {...asked} /> : <NothingAsked />}</AdminFrame>
}
