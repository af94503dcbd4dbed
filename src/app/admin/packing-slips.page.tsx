import { useSearchParams } from 'react-router'
import { AdminFrame } from '#app/admin/admin-frame.tsx'
import { askedOrders } from '#features/orders/admin/print/asked-orders.ts'
import { NothingAsked } from '#features/orders/admin/print/nothing-asked.tsx'
import { PackingSlips } from '#features/orders/admin/print/packing-slips.tsx'
import { shop } from '#shop'

export function meta() {
  return [{ title: `Packing slips – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function PackingSlipsPage() {
  const [query] = useSearchParams()
  const asked = askedOrders(query)
  return (
    <AdminFrame title="Packing slips">
      {asked ? <PackingSlips key={asked.query} query={asked.query} /> : <NothingAsked />}
    </AdminFrame>
  )
}
