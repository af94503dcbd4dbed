import type { JSONContent } from '@tiptap/core'
import type { Paragraph, Span } from '../document.ts'

type TextSpan = Exclude<Span, string>

/** The content of the text editor for paragraphs of a document. */
export function toContent(paragraphs: readonly Paragraph[]): JSONContent {
  const content = paragraphs.map(toNode)
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

/** The content of the text editor for one line of a document. */
export function lineToContent(spans: readonly Span[]): JSONContent {
  return { type: 'doc', content: [{ type: 'paragraph', content: spans.map(toInline) }] }
}

/** The paragraphs in the text editor; empty ones are left out, and lists within lists become one list. */
export function fromContent({ content = [] }: JSONContent): Paragraph[] {
  return content.flatMap(fromNode)
}

/** The line in the text editor. */
export function lineFromContent({ content = [] }: JSONContent): Span[] {
  return content.flatMap(spansOf)
}

function toNode(paragraph: Paragraph): JSONContent {
  switch (paragraph.kind) {
    case 'p':
      return { type: 'paragraph', attrs: { when: paragraph.when ?? null }, content: paragraph.spans.map(toInline) }
    case 'h3':
      return { type: 'heading', attrs: { level: 3 }, content: paragraph.spans.map(toInline) }
    case 'quote':
      return { type: 'blockquote', content: [{ type: 'paragraph', content: paragraph.spans.map(toInline) }] }
    case 'part':
      return { type: 'part', attrs: { part: paragraph.part } }
    default:
      return {
        type: paragraph.kind === 'ul' ? 'bulletList' : 'orderedList',
        content: paragraph.entries.map((spans) => ({
          type: 'listItem',
          content: [{ type: 'paragraph', content: spans.map(toInline) }],
        })),
      }
  }
}

function toInline(span: Span): JSONContent {
  if (typeof span === 'string') return { type: 'text', text: span }
  const marks = marksOf(span)
  const node: JSONContent =
    'fact' in span ? { type: 'fact', attrs: { fact: span.fact } } : { type: 'text', text: span.text }
  return marks.length > 0 ? { ...node, marks } : node
}

function marksOf(span: TextSpan): NonNullable<JSONContent['marks']> {
  return [
    ...(span.strong ? [{ type: 'bold' }] : []),
    ...(span.em ? [{ type: 'italic' }] : []),
    ...(span.to ? [{ type: 'link', attrs: { to: span.to } }] : []),
    ...(span.law ? [{ type: 'law', attrs: { law: span.law } }] : []),
  ]
}

function fromNode(node: JSONContent): Paragraph[] {
  const { type, attrs, content = [] } = node
  if (type === 'part') return [{ kind: 'part', part: attrs?.part }]
  if (type === 'bulletList' || type === 'orderedList') {
    const entries = listEntries(node)
    return entries.length > 0 ? [{ kind: type === 'bulletList' ? 'ul' : 'ol', entries }] : []
  }
  if (type === 'blockquote') {
    return content.flatMap((inner) => {
      const spans = spansOf(inner)
      return spans.length > 0 ? [{ kind: 'quote' as const, spans }] : []
    })
  }
  const spans = spansOf(node)
  if (spans.length === 0) return []
  if (type === 'heading') return [{ kind: 'h3', spans }]
  return [{ kind: 'p', spans, ...(attrs?.when && { when: attrs.when }) }]
}

function listEntries({ content = [] }: JSONContent): Span[][] {
  return content.flatMap(({ content: parts = [] }) =>
    parts.flatMap((part) => {
      if (part.type !== 'paragraph') return listEntries(part)
      const spans = spansOf(part)
      return spans.length > 0 ? [spans] : []
    }),
  )
}

function spansOf({ content = [] }: JSONContent): Span[] {
  const spans = content.flatMap(toSpan)
  return spans.every((span) => typeof span === 'string' && span.trim() === '') ? [] : spans
}

function toSpan({ type, text = '', attrs, marks = [] }: JSONContent): Span[] {
  const found = (name: string) => marks.find((mark) => mark.type === name)
  const to = found('link')?.attrs?.to
  const law = found('law')?.attrs?.law
  const shown = {
    ...(found('bold') && { strong: true as const }),
    ...(found('italic') && { em: true as const }),
    ...(to && { to: String(to) }),
    ...(law && { law }),
  }
  if (type === 'fact') return [{ fact: attrs?.fact, ...shown }]
  if (text === '') return []
  return [Object.keys(shown).length === 0 ? text : { text, ...shown }]
}
