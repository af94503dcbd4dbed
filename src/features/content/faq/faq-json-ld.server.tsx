import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import type { ShopTerms } from '#features/settings/shop-terms.contract.ts'
import { faqSections, type Zones } from './faq-sections.tsx'

const entry = /<details[^>]*>\s*<summary[^>]*>(.*?)<\/summary>(.*?)<\/details>/gs

/** The FAQ for search engines: every question of the page with its answer as text, read from the rendered page. */
export function faqJsonLd(zones: Zones, terms: ShopTerms) {
  const html = rendered(
    faqSections.map(({ id, answers }) => <section key={id}>{answers(zones)}</section>),
    terms,
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

/** The parts read the shop's terms from the root, as on the page. */
function rendered(parts: ReactNode, terms: ShopTerms): string {
  const route = { id: 'root', path: '/faq', element: parts }
  const context = {
    basename: '/',
    _match: createStaticHandler([route]).match,
    location: { pathname: '/faq', search: '', hash: '', state: null, key: 'faq' },
    matches: [{ route, params: {}, pathname: '/faq', pathnameBase: '/faq' }],
    loaderData: { root: { terms } },
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
  }
  const router = createStaticRouter([route], context)
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />)
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
