import type { Block } from '#mail/email-blocks.ts'
import { composeWith, type OwnLines } from '#mail/own-lines.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import { mailto } from '../mail-link.tsx'
import type { Document, Span } from './document.ts'
import type { Facts } from './facts.ts'
import { type Documents, shownVersion } from './read-documents.ts'
import { plainText } from './show-document.ts'

type Sources = { documents: () => Documents; facts: () => Facts; now: () => Date; siteUrl: string }

/** The templates, each with the owner's opening and closing lines of its kind. */
export function withOwnLines<Templates extends EmailTemplates>(templates: Templates, sources: Sources): Templates {
  const wrapped = Object.entries(templates).map(([kind, write]): [string, EmailTemplates[string]] => [
    kind,
    (email) => composeWith(linesOf(kind, sources), () => write(email)),
  ])
  return Object.fromEntries(wrapped) as Templates
}

function linesOf(kind: string, { documents, facts, now, siteUrl }: Sources): OwnLines {
  const version = shownVersion(documents(), `mail:${kind}`, now())
  return linesIn(version?.content ?? null, { facts: facts(), siteUrl })
}

/** The lines of a document; none without one. */
export function linesIn(document: Document | null, shown: Shown): OwnLines {
  if (!document) return { opening: [], closing: [] }
  return { opening: blocksIn(document, 'opening', shown), closing: blocksIn(document, 'closing', shown) }
}

type Shown = { facts: Facts; siteUrl: string }

function blocksIn({ blocks }: Document, slot: string, shown: Shown): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.slot !== slot || block.type !== 'text') return []
    return block.paragraphs.flatMap((paragraph): Block[] => {
      if (paragraph.kind === 'part') return []
      if (paragraph.kind === 'h3') return [{ title: plainText(paragraph.spans, shown.facts) }]
      const pieces = (spans: readonly Span[]) => spans.map((span) => pieceOf(span, shown))
      if (!('entries' in paragraph)) return [{ say: pieces(paragraph.spans) }]
      const isNumbered = paragraph.kind === 'ol'
      return paragraph.entries.map((spans, at) => ({ say: [isNumbered ? `${at + 1}. ` : '– ', ...pieces(spans)] }))
    })
  })
}

/** E-mails have absolute links. */
function pieceOf(span: Span, { facts, siteUrl }: Shown) {
  const text = plainText([span], facts)
  if (typeof span === 'string') return text
  const { to, strong, em } = span
  if (to) {
    const href = to.startsWith('mail:') ? mailto(to.slice(5)) : new URL(to, siteUrl).href
    return { href, label: text }
  }
  if (strong) return { strong: text }
  return em ? { em: text } : text
}
