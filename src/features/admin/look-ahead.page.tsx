import { shop } from '#shop'
import { AdminOnly } from './frame/admin-only.tsx'
import { LookAhead } from './look-ahead/look-ahead.tsx'

export function meta() {
  return [{ title: `Look ahead – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function LookAheadPage() {
  return (
    <AdminOnly>
      <LookAhead />
    </AdminOnly>
  )
}
