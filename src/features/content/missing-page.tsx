import { useRouteError } from 'react-router'
import { Rule } from '#ui/rule.tsx'
import { Buttons, type Slots, Words } from './documents/words.tsx'

/** Replaces a page that does not exist. A file of its own: it loads late. */
export function MissingPage() {
  const { title, lead, blocks } = (useRouteError() as { data: Slots }).data
  const { buttons } = blocks
  return (
    <div className="page grid min-h-[70svh] content-center py-20">
      <title>Page not found</title>
      <meta name="robots" content="noindex" />
      <p className="label text-mulberry">404</p>
      <h1 className="mt-4 max-w-[12em] text-masthead leading-[0.98] tracking-[-0.018em]">
        <Words spans={title} />
      </h1>
      <Rule className="mt-10 max-w-xl text-line" />
      <p className="measure mt-8 text-ink-soft text-lead">
        <Words spans={lead} />
      </p>
      <p className="mt-8 flex flex-wrap items-center gap-x-7 gap-y-2">
        {buttons?.type === 'buttons' && <Buttons entries={buttons.entries} />}
      </p>
    </div>
  )
}
