import type { Block, Document, Paragraph, Span } from '../document.ts'
import { nameOfBlock } from './block-kinds.ts'

/** What each figure shows today, by its name. */
export type FactValues = ReadonlyMap<string, string>

/** A line of a document as plain text. */
export function spansText(spans: readonly Span[], facts: FactValues): string {
  return spans
    .map((span) => (typeof span === 'string' ? span : 'fact' in span ? (facts.get(span.fact) ?? span.fact) : span.text))
    .join('')
}

export function paragraphsText(paragraphs: readonly Paragraph[], facts: FactValues): string {
  return paragraphs.map((paragraph) => paragraphText(paragraph, facts)).join('\n')
}

function paragraphText(paragraph: Paragraph, facts: FactValues): string {
  if (paragraph.kind === 'part') return `[${paragraph.part}]`
  if ('entries' in paragraph) return paragraph.entries.map((spans) => `• ${spansText(spans, facts)}`).join('\n')
  return spansText(paragraph.spans, facts)
}

/** The words of a block, one line each. */
export function blockText(block: Block, facts: FactValues): string {
  const words = (spans: readonly Span[] = []) => spansText(spans, facts)
  switch (block.type) {
    case 'heading':
      return words(block.spans)
    case 'quote':
      return lines([words(block.spans), block.by])
    case 'text':
      return paragraphsText(block.paragraphs, facts)
    case 'picture':
      return block.alt || ('name' in block.picture ? 'The photograph that came with the shop' : '')
    case 'verse':
      return lines([block.text, block.reference])
    case 'points':
      return lines(block.entries.map(({ term, spans }) => (term ? `${term}: ${words(spans)}` : words(spans))))
    case 'steps':
      return lines(block.entries.map(({ label, title, spans }) => lines([words(label), title, words(spans)])))
    case 'questions':
      return lines(block.entries.map(({ question, answer }) => lines([question, paragraphsText(answer, facts)])))
    case 'buttons':
      return lines(block.entries.map(({ text, to }) => `${text} (${to})`))
    case 'garments':
      return garmentsNames[block.which]
    case 'measures':
      return measuresNames[block.table]
  }
}

export const garmentsNames = { newest: 'The newest garments', preorders: 'Garments on pre-order' } as const
export const measuresNames = { sizes: 'The table of sizes', lengths: 'The table of lengths' } as const

/** A whole document as text, a blank line between its parts: what two versions are compared by. */
export function documentText(document: Document, facts: FactValues): string {
  return [
    document.name,
    spansText(document.description, facts),
    spansText(document.title, facts),
    spansText(document.lead, facts),
    ...document.blocks.map((block) => blockText(block, facts) || `[${nameOfBlock(block.type)}]`),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
}

function lines(texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join('\n')
}
