import { adminMeta } from '#admin/admin-meta.ts'
import { readSlots } from '#features/content/documents/read-slots.ts'
import { LookAhead } from '#features/content/look-ahead/look-ahead.tsx'
import type { Route } from './+types/look-ahead.page.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  return { words: await readSlots({ context, request }, '/') }
}

export const meta = () => adminMeta('Preview of Home')

export default function LookAheadPage({ loaderData: { words } }: Route.ComponentProps) {
  return <LookAhead words={words} />
}
