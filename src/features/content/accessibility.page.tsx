import { shop } from '#shop'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import type { Route } from './+types/accessibility.page.ts'
import { accessibilitySections } from './accessibility/accessibility-sections.tsx'
import { TextPage } from './text-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Accessibility',
    description: `What ${shop.name} aims at so that everybody can shop here, how it was tested, where it falls short, and how to tell us.`,
    path: '/accessibility',
    siteUrl: siteUrlOf(matches),
  })

export default function AccessibilityPage() {
  return (
    <TextPage
      title="Accessibility"
      lead="Everybody should be able to look, choose and pay here, with whatever they use to read a screen. Where that fails, we want to hear of it."
      sections={accessibilitySections}
    />
  )
}
