import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ZoneWords } from '../delivery-zones.ts'
import { Prose } from '../page-parts.tsx'
import { WrittenText } from '../written-text.tsx'

/** The questions of a section of the FAQ. */
export function Questions({ text, zones }: { text: string; zones: readonly ZoneWords[] }) {
  const parts = { zones: <ZoneTable zones={zones} /> }
  return text
    .split(/^\? /m)
    .slice(1)
    .map((entry) => {
      const [question = ''] = entry.split('\n', 1)
      return (
        <Question key={question} question={question}>
          <WrittenText text={entry.slice(question.length)} parts={parts} />
        </Question>
      )
    })
}

/**
 * A question that opens its answer, with or without JavaScript. The answer has an anchor: a link to it, or the
 * browser's search in the page, opens it.
 */
function Question({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details className="group/question border-line border-b">
      <summary className="wrap-any flex min-h-14 items-center justify-between gap-x-[min(1.5rem,6vw)] py-3 font-serif text-name leading-tight hover:text-mulberry">
        {question}
        <Plus
          aria-hidden="true"
          strokeWidth={1.25}
          className="size-5 shrink-0 transition-transform group-open/question:rotate-45"
        />
      </summary>
      <div id={addressOf(question)} className="scroll-mt-20">
        <Prose className="pb-6">{children}</Prose>
      </div>
    </details>
  )
}

/** 'When am I charged?' is `#when-am-i-charged`. */
function addressOf(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/-$/, '')
}

/** Delivery prices and times, zone by zone. */
function ZoneTable({ zones }: { zones: readonly ZoneWords[] }) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">Delivery by zone</caption>
      <thead>
        <tr className="label border-mulberry border-b text-mulberry">
          <th scope="col" className="py-2 pr-3 font-medium">
            To
          </th>
          <th scope="col" className="px-2 py-2 font-medium">
            Price
          </th>
          <th scope="col" className="py-2 pl-2 font-medium">
            After dispatch
          </th>
        </tr>
      </thead>
      <tbody>
        {zones.flatMap((zone) =>
          zone.services.map((service) => (
            <tr key={service.id} className="border-line border-b align-baseline">
              <th scope="row" className="py-2.5 pr-3 font-normal leading-tight">
                {zone.name}
                <span className="block text-ink-soft text-small">{service.label}</span>
              </th>
              <td className="px-2 py-2.5 tabular-nums leading-tight">{service.price}</td>
              <td className="py-2.5 pl-2 leading-tight">{service.transit}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}
