import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { faqSections, type Zones } from './faq-sections.tsx'

const entry = /<details[^>]*>\s*<summary[^>]*>(.*?)<\/summary>(.*?)<\/details>/gs

/** The FAQ to search engines: every question of the page with its answer as text, read off what the page itself shows. */
export function faqJsonLd(zones: Zones) {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      {faqSections.map(({ id, answers }) => (
        <section key={id}>{answers(zones)}</section>
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

/** What is read of markup: paragraphs and rows on lines of their own, no tags. */
function textOf(html: string): string {
  return html
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<\/(?:td|th)>/g, ' ')
    .replace(/<(?:br|\/(?:p|li|tr|h\d|ul|ol|table|div))[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#x27);/g, (sign) => signs[sign] ?? sign)
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim()
}
