import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { shop } from '#shop'
import { sampleFilling } from '#tests/fixtures/documents.ts'
import { faq } from '../../../../db/catalogue/documents/faq.ts'
import { privacy } from '../../../../db/catalogue/documents/privacy.ts'
import { returns } from '../../../../db/catalogue/documents/returns.ts'
import { terms } from '../../../../db/catalogue/documents/terms.ts'
import type { Document } from './document.ts'
import { TextDocument } from './document-view.tsx'
import { lawWarnings } from './law.ts'
import { fillDocument } from './show-document.ts'

test.each([
  ['production time', terms, /Production time is 2 weeks/],
  ['no cancellation once production begins', terms, /no cancellation once production begins/],
  ['prices in GBP', terms, /pounds sterling \(GBP\), including VAT where applicable/],
  ['payment in full', terms, /in full before production begins/],
  ['card payments', terms, /Card payments are made through a card payment provider/],
  ['governing law', terms, /governed by the law of England and Wales/],
  ['no cancellation, again where one looks for it', returns, /no cancellation once production begins/],
  ['claims', returns, /within 7 days of receiving it, with your order number and photos/],
  ['response', returns, /answer within 2–3 business days/],
  ['inspection', returns, /within 3–5 business days/],
  ['refund', returns, /within 7–10 business days/],
  ['no returns after a month', returns, /Items returned after 30 days are not accepted/],
  ['shipping damage', returns, /shipping damage within 48 hours of delivery/],
])('the policies state the shop’s own rule: %s', (_, document, statement) => {
  expect(textOf(document)).toMatch(statement)
})

test.each([
  ['the right to cancel', returns, /14 days from the day after your parcel arrives/],
  ['the refund of standard delivery', returns, /refund the garment and the standard delivery/],
  ['the short-term right to reject', returns, /within 30 days of receiving faulty goods you may reject them/],
  ['repair or replacement', returns, /we must repair or replace/],
  ['the six months', returns, /within six months/],
  ['the risk on the way', returns, /at our risk until it is in your hands/],
  ['the form for cancelling', returns, /I hereby give notice that I cancel my contract/],
  ['conformity', terms, /as described, fit for purpose and of satisfactory quality/],
  ['the regulator', privacy, /Information Commissioner’s Office/],
])('the statutory text is beside it, and a change of it is warned of: %s', (_, document, statement) => {
  expect(textOf(document)).toMatch(statement)
  const without: Document = { ...document, blocks: [] }
  const lost = lawWarnings(document, without).filter(({ text }) => statement.test(text.replace('{cancelDays}', '14')))
  expect(lost, String(statement)).toHaveLength(1)
  expect(lost[0]?.reason).toMatch(/Act|Regulations|GDPR|seller’s risk/)
})

test('a change beside the words of the law is not warned of; a changed figure in them is', () => {
  expect(lawWarnings(returns, returns)).toEqual([])
  const changed = (from: string, to: string): Document => JSON.parse(JSON.stringify(returns).replaceAll(from, to))
  expect(lawWarnings(returns, changed('Choose what happened.', 'What happened?'))).toEqual([])
  expect(
    lawWarnings(returns, changed('you may reject them and get all your money back', 'you may ask us')),
  ).toHaveLength(1)
  const days = changed('"fact":"cancelDays","law":"cancel"', '"text":"7","law":"cancel"')
  expect(lawWarnings(returns, days).map(({ text }) => text.slice(0, 40))).toEqual([
    'For garments in our standard sizes, the ',
    'We refund the garment and the standard d',
  ])
})

test('a changed production time appears in every policy', () => {
  expect(textOf(terms, { productionDays: 12 })).toMatch(/Production time is 12 working days \(without weekends/)
  expect(textOf(terms, { productionDays: 15 })).toMatch(
    /Production time is 3 weeks \(15 working days, without weekends/,
  )
  expect(textOf(returns, { productionDays: 15 })).toMatch(/Production takes 3 weeks, and there is no cancellation/)
})

test('FAQ and terms name the limit of pieces a week where there is one', () => {
  const full =
    /page says so\. We sew a limited number of pieces a week, so the date is later when many orders are ahead/
  for (const document of [faq, terms]) {
    expect(textOf(document)).not.toMatch(full)
    expect(textOf(document, { capacity: [{ from: '2026-01-01', pieces: 5 }] })).toMatch(full)
  }
})

test('the privacy policy does not say that visits are measured', () => {
  expect(textOf(privacy)).not.toMatch(/measure how quick|How quickly our pages/)
})

test('a text has sections, lists, headings, quotations, links, strong words and parts', () => {
  const mail = `mailto:${shop.email}`
  const document: Document = {
    name: 'A page',
    description: [],
    layout: 'text',
    title: ['A page'],
    lead: [],
    blocks: [
      { type: 'heading', id: 'one', spans: ['First'] },
      {
        type: 'text',
        paragraphs: [
          {
            kind: 'p',
            spans: [
              'Words ',
              { text: 'of weight', strong: true },
              ', ',
              { text: 'a page', to: '/faq#one' },
              ', ',
              { text: 'an e-mail', to: 'mail:Size advice' },
              ' and ',
              { fact: 'email', to: 'mail:' },
              '.',
            ],
          },
          { kind: 'p', when: 'samples', spans: ['Samples.'] },
          { kind: 'h3', spans: ['Small'] },
          { kind: 'ol', entries: [['One'], ['Two in ', { fact: 'claimDays' }, ' days']] },
          { kind: 'quote', spans: ['Quoted'] },
        ],
      },
    ],
  }
  expect(pageOf(document)).toContain(
    `<p>Words <strong>of weight</strong>, <a href="/faq#one">a page</a>, <a href="${mail}?subject=Size%20advice" class="wrap-any">an e-mail</a> and <a href="${mail}" class="wrap-any">${shop.email}</a>.</p><h3>Small</h3><ol><li>One</li><li>Two in 7 days</li></ol><blockquote class="border-mulberry border-l-2 pl-5 font-serif leading-relaxed">Quoted</blockquote>`,
  )
})

function textOf(document: Document, held?: Parameters<typeof sampleFilling>[0]): string {
  return pageOf(document, held)
    .replace(/<[^>]+>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
}

function pageOf(document: Document, held?: Parameters<typeof sampleFilling>[0]): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <TextDocument document={fillDocument(document, sampleFilling(held))} live={{}} />
    </MemoryRouter>,
  )
}
