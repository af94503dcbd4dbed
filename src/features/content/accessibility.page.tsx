import { shop } from '#shop'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import type { Route } from './+types/accessibility.page.ts'
import { accessibilityText } from './policies/accessibility.ts'
import { TextPage } from './text-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Accessibility',
    description: `What ${shop.name} does so that everyone can shop here, how it was tested, where it falls short, and how to tell us.`,
    path: '/accessibility',
    siteUrl: siteUrlOf(matches),
  })

export default function AccessibilityPage() {
  return (
    <TextPage
      title="Accessibility"
      lead="Everyone should be able to browse, choose and pay here, whatever they use to read a screen. If something gets in your way, please tell us."
      text={accessibilityText()}
    />
  )
}
