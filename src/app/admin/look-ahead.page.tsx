import { adminMeta } from '#admin/admin-meta.ts'
import { LookAhead } from '#features/content/look-ahead/look-ahead.tsx'
import { settingsContext } from '#features/settings/page-settings.ts'
import type { Route } from './+types/look-ahead.page.ts'

export function loader({ context }: Route.LoaderArgs) {
  return { pictures: context.get(settingsContext).pictures }
}

export const meta = () => adminMeta('Preview of Home')

export default function LookAheadPage({ loaderData: { pictures } }: Route.ComponentProps) {
  return <LookAhead pictures={pictures} />
}
