import { createHash } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { defaultTerms } from '#features/settings/shop-terms.ts'
import { shop } from '#shop'
import { faqText } from '../faq/faq-text.ts'
import { policyDates, TextPage } from '../text-page.tsx'
import { readSections, WrittenText } from '../written-text.tsx'
import { privacyText, privacyVersion } from './privacy.ts'
import { returnsText, returnsVersion } from './returns.ts'
import { termsText, termsVersion } from './terms.ts'

const dates = policyDates({ day: '2026-11-03' }, new Date('2026-11-21T12:00:00Z'))
const returns = textOf(returnsText(10))
const terms = textOf(termsText({ productionDays: 10 }))

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
])('the policies state the shop’s own rule: %s', (_, text, statement) => {
  expect(text).toMatch(statement)
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
  ['the regulator', textOf(privacyText), /Information Commissioner’s Office/],
])('the statutory text is beside it: %s', (_, text, statement) => {
  expect(text).toMatch(statement)
})

test('a changed production time appears in every policy', () => {
  expect(textOf(termsText({ productionDays: 12 }))).toMatch(/Production time is 12 working days \(without weekends/)
  expect(textOf(termsText({ productionDays: 15 }))).toMatch(
    /Production time is 3 weeks \(15 working days, without weekends/,
  )
  expect(textOf(returnsText(15))).toMatch(/Production takes 3 weeks, and there is no cancellation/)
})

test('FAQ and terms name the limit of pieces a week where there is one', () => {
  const full = /limited number of pieces a week, so the date is later when many orders are ahead/
  const inForce = { ...defaultTerms, hasCapacity: true as const }
  for (const text of [termsText, (held: typeof defaultTerms) => faqText([], held, [])]) {
    expect(text(defaultTerms)).not.toMatch(full)
    expect(text(inForce)).toMatch(full)
  }
})

test('the privacy policy does not say that visits are measured', () => {
  expect(textOf(privacyText)).not.toMatch(/measure how quick|How quickly our pages/)
})

test.each([
  ['privacy.ts', privacyVersion, privacyText],
  ['returns.ts', returnsVersion, returnsText(shop.making.productionDays)],
  ['terms.ts', termsVersion, termsText(shop.making)],
])('%s has the day on which its words last changed', (file, { day, checksum }, text) => {
  const now = createHash('sha256').update(text.replace(/\s+/g, ' ')).digest('hex').slice(0, 8)
  const advice = `The words of ${file} have changed: set \`day\` to today and \`checksum\` to ${now}.`
  expect(checksum, advice).toBe(now)
  expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('a policy has today’s date, the day of its version and a contact address', () => {
  const html = pageOf(privacyText)
  expect(html).toContain('This version: 3 November 2026.')
  expect(html).toContain('Last updated: 21/11/2026,')
  expect(html).toContain(`href="mailto:${shop.email}"`)
})

test('a text is written in sections, with lists, headings, quotations, links, strong words and parts of the page', () => {
  const text = `
## one: First

Words **of
weight**, [a page](/faq#one), [a site](https://shop.example/), [an e-mail](mail:Size advice) and [](mail:).

{part}

## two: Second

### Small

1. One
1. Two,
   long

> Quoted
> words
`
  const html = readSections(text).map(({ id, title, text }) =>
    renderToStaticMarkup(
      <MemoryRouter>
        {id} {title}
        <WrittenText text={text} parts={{ part: <hr /> }} />
      </MemoryRouter>,
    ),
  )
  const mail = `mailto:${shop.email}`
  expect(html).toEqual([
    `one First<p>Words <strong>of weight</strong>, <a href="/faq#one">a page</a>, <a href="https://shop.example/">a site</a>, <a href="${mail}?subject=Size%20advice" class="wrap-any">an e-mail</a> and <a href="${mail}" class="wrap-any">${shop.email}</a>.</p><hr/>`,
    'two Second<h3>Small</h3><ol><li>One</li><li>Two, long</li></ol><blockquote class="border-mulberry border-l-2 pl-5 font-serif leading-relaxed">Quoted words</blockquote>',
  ])
})

function textOf(text: string): string {
  return pageOf(text)
    .replace(/<[^>]+>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
}

function pageOf(text: string): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <TextPage title="A policy" lead="" dates={dates} text={text} />
    </MemoryRouter>,
  )
}
