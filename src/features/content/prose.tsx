import type { ReactNode } from 'react'

const look =
  'measure [&>*+*]:mt-[0.9em] [&_a]:underline [&_a]:decoration-1 [&_a]:underline-offset-[0.22em] [&_a:hover]:text-mulberry ' +
  '[&_h3]:mt-[1.6em] [&_h3]:text-name [&_h3]:leading-tight [&_h3+*]:mt-[0.35em] ' +
  '[&_ul]:list-disc [&_ol]:list-decimal [&_ul]:pl-[1.15em] [&_ol]:pl-[1.3em] [&_li]:pl-[0.25em] [&_li+li]:mt-[0.4em] ' +
  '[&_li]:marker:text-mulberry [&_strong]:font-medium'

/** Running text in a readable line length: paragraphs, lists, small headings and links. */
export function Prose({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`${look} ${className}`}>{children}</div>
}
