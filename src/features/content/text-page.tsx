import type { ComponentType, ReactNode } from 'react'
import { formatDayAndYear } from '#base/calendar-day.ts'
import { formatNumericDate } from '#base/shop-time.ts'
import { Rule } from '#ui/rule.tsx'
import { MailLink } from './mail-link.tsx'
import { PageContents, PageHeading, Prose, type Section } from './page-parts.tsx'
import { TraderAddress } from './trader-address.tsx'
import { readSections, WrittenText } from './written-text.tsx'

type TextPageProps = {
  title: string
  lead: ReactNode
  /** Of a policy. */
  dates?: PolicyDates
  /** A summary that replaces the table of contents. */
  Glance?: ComponentType<{ sections: readonly Section[] }>
  text: string
}

/** `updated`: today's date, as the specification has it; `version`: the day the words last changed, '3 November 2026'. */
export type PolicyDates = { updated: string; version: string }

/** The dates of a policy shown at `now`. `day`: of its words. */
export function policyDates({ day }: { day: string }, now: Date): PolicyDates {
  return { updated: formatNumericDate(now), version: formatDayAndYear(new Date(day)) }
}

/** A text page in sections, with a table of contents. */
export function TextPage({ title, lead, dates, Glance, text }: TextPageProps) {
  const sections = readSections(text)
  return (
    <div className="page pt-[clamp(2rem,5vw,4.5rem)]">
      <PageHeading title={title}>{lead}</PageHeading>
      {dates && (
        <>
          <p className="mt-6">This version: {dates.version}. Its words haven’t changed since.</p>
          <p className="mt-1 text-ink-soft text-small">
            <span className="[&_a]:underline [&_a]:underline-offset-[0.22em] [&_a:hover]:text-mulberry">
              Last updated: {dates.updated}, with the figures that apply today · Questions: <MailLink />
            </span>
          </p>
        </>
      )}
      <Rule className="mt-8 text-mulberry/60 lg:mt-12" />
      {Glance && <Glance sections={sections} />}
      <div className="mt-8 grid grid-cols-1 items-start gap-x-12 gap-y-12 lg:mt-12 lg:grid-cols-12">
        {!Glance && (
          <div className="lg:sticky lg:top-24 lg:col-span-4">
            <PageContents sections={sections} />
          </div>
        )}
        <div className={Glance ? 'lg:col-span-12' : 'lg:col-span-8'}>
          {sections.map(({ id, title: heading, text: body }, index) => (
            <section
              key={id}
              id={id}
              aria-labelledby={`${id}-title`}
              className={`${index > 0 ? 'mt-14 lg:mt-16' : ''} ${Glance ? 'items-start gap-x-12 lg:grid lg:grid-cols-12' : ''}`}
            >
              <h2
                id={`${id}-title`}
                className={`text-title leading-tight ${Glance ? 'lg:sticky lg:top-24 lg:col-span-4' : ''}`}
              >
                {heading}
              </h2>
              <Prose className={`mt-4 ${Glance ? 'lg:col-span-8 lg:mt-1' : ''}`}>
                <WrittenText text={body} parts={{ address: <TraderAddress /> }} />
              </Prose>
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}
