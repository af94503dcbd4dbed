import type { ReactNode } from 'react'

/** The head of a text page: its title, and a sentence or two about the content. */
export function PageHeading({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <header className="grid items-end gap-x-12 gap-y-5 lg:grid-cols-12">
      <h1 className="wrap-any text-masthead leading-[0.94] tracking-[-0.018em] lg:col-span-7 print:text-title">
        {title}
      </h1>
      <p className="wrap-any max-w-[28em] text-ink-soft text-lead leading-[1.4] lg:col-span-5 lg:pb-2">{children}</p>
    </header>
  )
}

export type Section = { id: string; title: string }

/** The table of contents: beside the text where it fits, before it on a phone. */
export function PageContents({ sections }: { sections: readonly Section[] }) {
  return (
    <nav aria-label="On this page" className="lg:sticky lg:top-24">
      <p className="label text-mulberry">On this page</p>
      <ol className="mt-3 columns-[9.5rem] lg:columns-1">
        {sections.map(({ id, title }) => (
          <li key={id} className="break-inside-avoid">
            <a href={`#${id}`} className="inline-flex min-h-11 items-center leading-snug hover:text-mulberry">
              <span className="link">{title}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const look =
  'measure [&>*+*]:mt-[0.9em] [&_a]:underline [&_a]:decoration-1 [&_a]:underline-offset-[0.22em] [&_a:hover]:text-mulberry ' +
  '[&_h3]:mt-[1.6em] [&_h3]:text-name [&_h3]:leading-tight [&_h3+*]:mt-[0.35em] ' +
  '[&_ul]:list-disc [&_ol]:list-decimal [&_ul]:pl-[1.15em] [&_ol]:pl-[1.3em] [&_li]:pl-[0.25em] [&_li+li]:mt-[0.4em] ' +
  '[&_li]:marker:text-mulberry [&_strong]:font-medium'

/** Running text in a readable line length: paragraphs, lists, small headings and links. */
export function Prose({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`${look} ${className}`}>{children}</div>
}
