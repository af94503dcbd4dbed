import { Fragment, type ReactNode } from 'react'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { MailLink } from '../mail-link.tsx'
import type { Block, BlockOf, Span } from './document.ts'

// Small, since Home loads it too.

/** A document of a fixed layout: its blocks by their places. `description`: for its head. */
export type Slots = {
  name: string
  description: string
  title: Span[]
  lead: Span[]
  blocks: Readonly<Record<string, Block>>
}

/** The spans of a heading, or of the first paragraph of a text. */
export function spansIn({ blocks }: Slots, slot: string): Span[] {
  const block = blocks[slot]
  if (block?.type === 'heading') return block.spans
  return block?.type === 'text' ? (paragraphsIn(block)[0] ?? []) : []
}

/** The paragraphs of a text. */
export function paragraphsIn(block: Block | undefined): Span[][] {
  if (block?.type !== 'text') return []
  return block.paragraphs.flatMap((each) => (each.kind === 'p' ? [each.spans] : []))
}

/** Text with its marks. */
export function Words({ spans }: { spans: readonly Span[] }) {
  return spans.map((span, index) => {
    if (typeof span === 'string') return span
    // The server has put the facts in.
    if ('fact' in span) return null
    const { text, strong, em, to } = span
    const linked = to ? <WrittenLink to={to}>{text}</WrittenLink> : text
    const stressed = em ? <em>{linked}</em> : linked
    // biome-ignore lint/suspicious/noArrayIndexKey: a shown document does not change
    return <Fragment key={index}>{strong ? <strong>{stressed}</strong> : stressed}</Fragment>
  })
}

/** The paragraphs of a text. */
export function TextIn({ words, slot }: { words: Slots; slot: string }) {
  return paragraphsIn(words.blocks[slot]).map((spans) => (
    <p key={textOf(spans)}>
      <Words spans={spans} />
    </p>
  ))
}

/** Buttons and links side by side; `look` of a link: underlined text. */
export function Buttons({ entries }: { entries: BlockOf<'buttons'>['entries'] }) {
  return entries.map(({ text, to, look }) => (
    <WrittenLink
      key={text}
      to={to}
      className={look === 'link' ? 'inline-flex min-h-11 items-center' : buttonLook(look)}
    >
      {look === 'link' ? <span className="link">{text}</span> : text}
    </WrittenLink>
  ))
}

function WrittenLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  if (to.startsWith('mail:')) return <MailLink subject={to.slice(5)}>{children}</MailLink>
  const A = to.startsWith('/') ? Link : OtherLink
  return (
    <A to={to} className={className} {...(className && { prefetch: 'intent' as const })}>
      {children}
    </A>
  )
}

function OtherLink({ to, className, children }: { to: string; className?: string | undefined; children?: ReactNode }) {
  return (
    <a href={to} className={className}>
      {children}
    </a>
  )
}

/** The text of spans without their marks. */
export function textOf(spans: readonly Span[]): string {
  return spans.map((span) => (typeof span === 'string' ? span : 'text' in span ? span.text : '')).join('')
}
