import type {
  Block,
  BlockOf,
  Document,
  Paragraph,
  PartName,
  Span,
} from '../../../src/features/content/documents/document.ts'
import type { FactName } from '../../../src/features/content/documents/facts.ts'
import type { LawReason } from '../../../src/features/content/documents/law.ts'

// Short names for the parts of a document, so that its file reads as its text.

export type { Document }

export const fact = (name: FactName): Span => ({ fact: name })
export const link = (text: string, to: string): Span => ({ text, to })
/** A link to an e-mail to the shop with this subject; without words it shows the address. */
export const mail = (subject = '', text?: string): Span =>
  text === undefined ? { fact: 'email', to: `mail:${subject}` } : { text, to: `mail:${subject}` }
export const strong = (text: string): Span => ({ text, strong: true })
export const em = (text: string): Span => ({ text, em: true })
/** Words that the law fixes. */
export const law = (reason: LawReason, ...spans: Span[]): Span[] =>
  spans.map((span) => (typeof span === 'string' ? { text: span, law: reason } : { ...span, law: reason }))

export const p = (...spans: Span[]): Paragraph => ({ kind: 'p', spans })
export const h3 = (...spans: Span[]): Paragraph => ({ kind: 'h3', spans })
export const quote = (...spans: Span[]): Paragraph => ({ kind: 'quote', spans })
export const part = (name: PartName): Paragraph => ({ kind: 'part', part: name })
/** An entry of one run of text needs no brackets. */
const entriesOf = (entries: (string | Span[])[]) =>
  entries.map((entry) => (typeof entry === 'string' ? [entry] : entry))
export const ul = (...entries: (string | Span[])[]): Paragraph => ({ kind: 'ul', entries: entriesOf(entries) })
export const ol = (...entries: (string | Span[])[]): Paragraph => ({ kind: 'ol', entries: entriesOf(entries) })

export const text = (...paragraphs: Paragraph[]): Block => ({ type: 'text', paragraphs })
/** A heading and the text below it. */
export const section = (id: string, title: string, ...paragraphs: Paragraph[]): Block[] => [
  { type: 'heading', id, spans: [title] },
  text(...paragraphs),
]
type Question = BlockOf<'questions'>['entries'][number]
type ShortQuestion = [question: string, ...answer: Paragraph[]]
/** A heading and the questions below it. */
export const questions = (id: string, title: string, ...entries: (Question | ShortQuestion)[]): Block[] => [
  { type: 'heading', id, spans: [title] },
  {
    type: 'questions',
    entries: entries.map((entry) =>
      Array.isArray(entry) ? { question: entry[0], answer: entry.slice(1) as Paragraph[] } : entry,
    ),
  },
]

/** The blocks of a fixed layout by their places. */
export const slots = (blocks: Record<string, Block>): Block[] =>
  Object.entries(blocks).map(([slot, block]) => ({ ...block, slot }))
