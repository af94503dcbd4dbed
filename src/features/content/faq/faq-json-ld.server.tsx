import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import type { ShopTerms } from '#features/settings/shop-terms.contract.ts'
import type { ZoneWords } from '../delivery-zones.ts'
import { readSections } from '../written-text.tsx'
import { type FaqPreorder, faqText } from './faq-text.ts'
import { Questions } from './questions.tsx'

const entry = /<details[^>]*>\s*<summary[^>]*>(.*?)<\/summary>(.*?)<\/details>/gs

/** The FAQ for search engines: every question of the page with its answer as text, read from the rendered page. */
export function faqJsonLd(zones: readonly ZoneWords[], terms: ShopTerms, preorders: readonly FaqPreorder[]) {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      {readSections(faqText(zones, terms, preorders)).map(({ id, text }) => (
        <Questions key={id} text={text} zones={zones} />
      ))}
    </MemoryRouter>,
  )
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: [...html.matchAll(entry)].map(([, question = '', answer = '']) => ({
      '@type': 'Question',
      name: textOf(question),
      acceptedAnswer: { '@type': 'Answer', text: textOf(answer) },
    })),
  }
}

const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

/** The text of markup: paragraphs and rows on lines of their own, no tags. */
function textOf(html: string): string {
  return html
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<\/(?:td|th)>/g, ' ')
    .replace(/<(?:br|\/(?:p|li|tr|h\d|ul|ol|table|div))[^>]*>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#x27);/g, (sign) => signs[sign] ?? sign)
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim()
}
