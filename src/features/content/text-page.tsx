import type { ReactNode } from 'react'
import { Rule } from '#ui/rule.tsx'
import { MailLink } from './mail-link.tsx'
import { PageContents, PageHeading, Prose, type Section } from './page-parts.tsx'

export type TextSection = Section & { body: ReactNode }

/**
 * A text page in sections, with a table of contents. `foot`: small text under the heading; `glance`: a summary that
 * replaces the table of contents.
 */
export function TextPage({
  title,
  lead,
  foot,
  glance,
  sections,
}: {
  title: string
  lead: ReactNode
  foot?: ReactNode
  glance?: ReactNode
  sections: readonly TextSection[]
}) {
  return (
    <div className="page pt-[clamp(2rem,5vw,4.5rem)]">
      <PageHeading title={title}>{lead}</PageHeading>
      {foot && <p className="mt-6 text-ink-soft text-small">{foot}</p>}
      <Rule className="mt-8 text-mulberry/60 lg:mt-12" />
      {glance}
      <div className="mt-8 grid grid-cols-1 items-start gap-x-12 gap-y-12 lg:mt-12 lg:grid-cols-12">
        {!glance && (
          <div className="lg:sticky lg:top-24 lg:col-span-4">
            <PageContents sections={sections} />
          </div>
        )}
        <div className={glance ? 'lg:col-span-12' : 'lg:col-span-8'}>
          {sections.map(({ id, title: heading, body }, index) => (
            <section
              key={id}
              id={id}
              aria-labelledby={`${id}-title`}
              className={`${index > 0 ? 'mt-14 lg:mt-16' : ''} ${glance ? 'items-start gap-x-12 lg:grid lg:grid-cols-12' : ''}`}
            >
              <h2
                id={`${id}-title`}
                className={`text-title leading-tight ${glance ? 'lg:sticky lg:top-24 lg:col-span-4' : ''}`}
              >
                {heading}
              </h2>
              <Prose className={`mt-4 ${glance ? 'lg:col-span-8 lg:mt-1' : ''}`}>{body}</Prose>
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

/** The line under a policy's heading. `updated`: today's date in the shop's language. */
export function PolicyFoot({ updated }: { updated: string }) {
  return (
    <span className="[&_a]:underline [&_a]:underline-offset-[0.22em] [&_a:hover]:text-mulberry">
      Last updated: {updated} · Questions: <MailLink />
    </span>
  )
}
