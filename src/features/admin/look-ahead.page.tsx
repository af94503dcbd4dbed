import { settingsContext } from '#infrastructure/http/page-context.ts'
import { shop } from '#shop'
import type { Route } from './+types/look-ahead.page.ts'
import { AdminOnly } from './frame/admin-only.tsx'
import { LookAhead } from './look-ahead/look-ahead.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return { pictures: context.get(settingsContext).pictures }
}

export function meta() {
  return [{ title: `Look ahead – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function LookAheadPage({ loaderData: { pictures } }: Route.ComponentProps) {
  return (
    <AdminOnly>
      <LookAhead pictures={pictures} />
    </AdminOnly>
  )
}
