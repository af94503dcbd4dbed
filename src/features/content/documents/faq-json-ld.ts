import type { ZoneWords } from '../delivery-zones.ts'
import type { Document, Paragraph } from './document.ts'
import { plainText } from './show-document.ts'

/** The questions of a page for search engines, with their answers as text; null for a page without questions. */
export function faqJsonLd(document: Document, zones: readonly ZoneWords[] = []): object | null {
  const entries = document.blocks.flatMap((block) => (block.type === 'questions' ? block.entries : []))
  if (entries.length === 0) return null
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: entries.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.flatMap((part) => linesOf(part, zones)).join('\n') },
    })),
  }
}

function linesOf(paragraph: Paragraph, zones: readonly ZoneWords[]): string[] {
  if (paragraph.kind !== 'part') {
    return 'entries' in paragraph ? paragraph.entries.map((entry) => plainText(entry)) : [plainText(paragraph.spans)]
  }
  if (paragraph.part !== 'zones') return []
  return zones.flatMap(({ name, services }) =>
    services.map(({ label, price, transit }) => `${name}, ${label}: ${price}, ${transit}`),
  )
}
