import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Prose } from '../page-parts.tsx'

/**
 * A question that opens its answer, with or without JavaScript. The answer has an anchor: a link to it, or the
 * browser's search in the page, opens it.
 */
export function Question({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details className="group/question border-line border-b">
      <summary className="wrap-any flex min-h-14 items-center justify-between gap-x-6 py-3 font-serif text-name leading-tight hover:text-mulberry">
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
