import { LookAhead } from '#features/content/look-ahead/look-ahead.tsx'
import { settingsContext } from '#features/settings/page-settings.ts'
import { shop } from '#shop'
import type { Route } from './+types/look-ahead.page.ts'

export function loader({ context }: Route.LoaderArgs) {
  return { pictures: context.get(settingsContext).pictures }
}

export function meta() {
  return [{ title: `Preview of Home – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function LookAheadPage({ loaderData: { pictures } }: Route.ComponentProps) {
  return <LookAhead pictures={pictures} />
}
