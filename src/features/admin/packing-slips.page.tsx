import { useSearchParams } from 'react-router'
import { shop } from '#shop'
import { AdminFrame } from './frame/admin-frame.tsx'
import { askedOrders } from './orders/print/asked-orders.ts'
import { NothingAsked } from './orders/print/nothing-asked.tsx'
import { PackingSlips } from './orders/print/packing-slips.tsx'

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
