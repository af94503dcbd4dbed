import { Fragment, type HTMLAttributes, type ReactNode } from 'react'
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
  return paragraphsIn(block)[0] ?? []
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

type StillProps = HTMLAttributes<HTMLElement> & {
  as: 'div' | 'h1' | 'h2' | 'ol' | 'p'
  words: Slots | undefined
  slot?: string
}

/**
 * An element whose words only the page's HTML has (`inHtml`): without `words` it keeps what the server rendered. With
 * them, as a navigation brings them, it shows those of the slot, or its children.
 */
export function Still({ as: Element, words, slot, children, ...more }: StillProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React leaves the children of such an element as they are
  if (!words) return <Element key="" {...more} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  return <Element {...more}>{slot ? <Words spans={spansIn(words, slot)} /> : children}</Element>
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

/** A link to a page, a website or an e-mail to the shop. */
export function WrittenLink({
  to,
  className,
  children,
}: {
  to: string
  className?: string | undefined
  children: ReactNode
}) {
  if (to.startsWith('mail:')) return <MailLink subject={to.slice(5)}>{children}</MailLink>
  const more = { className, children }
  return to.startsWith('/') ? (
    <Link to={to} prefetch={className ? 'intent' : 'none'} {...more} />
  ) : (
    <a href={to} {...more} />
  )
}

/** The text of spans without their marks. */
export function textOf(spans: readonly Span[]): string {
  return spans.map((span) => (typeof span === 'string' ? span : 'text' in span ? span.text : '')).join('')
}
