import { settingsContext } from '#features/settings/page-settings.ts'
import { shop } from '#shop'
import { verse } from '#shop-verses'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Rule } from '#ui/rule.tsx'
import { Verse } from '#ui/verse.tsx'
import type { Route } from './+types/ui.page.ts'
import {
  ButtonsShown,
  ChoicesShown,
  ColoursShown,
  FieldsShown,
  NoticesShown,
  PicturesShown,
  Shown,
  TypeShown,
} from './gallery.tsx'
import './admin/admin.css'

/** A photograph of the shop's own, as an example. */
export function loader({ context }: Route.LoaderArgs) {
  return { picture: Object.values(context.get(settingsContext).pictures)[0] ?? null }
}

/** A tool for developers: not cached and not indexed. A live shop has no /dev. */
export function headers() {
  return { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }
}

export const meta: Route.MetaFunction = () => [
  { title: `Parts – ${shop.name}` },
  { name: 'robots', content: 'noindex' },
]

/** Every component in all its states, in the system's colour scheme. */
export default function UiPage({ loaderData: { picture } }: Route.ComponentProps) {
  return (
    <div className="page pt-8 pb-16">
      <Breadcrumb crumbs={[{ name: 'Home', to: '/' }]} here="Parts" />
      <h1 className="mt-4 text-display leading-none">Parts</h1>
      <p className="mt-5 max-w-[34em] text-ink-soft text-lead">
        The parts every page is built from, in all their states. Try dark mode, print, more contrast, less motion and
        larger text.
      </p>
      <ColoursShown />
      <TypeShown />
      <ButtonsShown />
      <FieldsShown />
      <ChoicesShown />
      <NoticesShown />
      <PicturesShown picture={picture} />
      <Shown title="Stitches">
        <Rule />
        <Rule className="text-mulberry/60" />
        <Rule className="text-mulberry" />
      </Shown>
      <Shown title="Verse">
        <Verse {...verse} />
        <Verse {...verse} large className="text-mulberry" />
      </Shown>
    </div>
  )
}
