import { expect, test } from 'vitest'
import { composeEmail } from '#mail/compose-email.tsx'
import { composeWith } from '#mail/own-lines.ts'
import { sampleFilling } from '#tests/fixtures/documents.ts'
import { shippedDocuments } from '../../../../db/catalogue/documents/documents.ts'
import type { Document } from './document.ts'
import { linesIn, withOwnLines } from './mail-lines.ts'
import type { Documents } from './read-documents.ts'

const write = () =>
  composeEmail({ subject: 'Sent', preview: '', heading: 'On its way', blocks: [{ say: 'It left today.' }] })

function linesOf(documents: Documents) {
  const templates = withOwnLines(
    { order_dispatched: write, order_delivered: write },
    {
      documents: () => documents,
      facts: () => sampleFilling().facts,
      now: () => new Date(),
      siteUrl: 'https://shop.example',
    },
  )
  const one = async (template: () => ReturnType<typeof write>) => (await template()).text
  return Promise.all([one(templates.order_dispatched as typeof write), one(templates.order_delivered as typeof write)])
}

test('an e-mail has the owner’s lines of its own kind, with facts and absolute links; others are as before', async () => {
  const content: Document = {
    ...(shippedDocuments['mail:order_dispatched']?.content as Document),
    blocks: [
      {
        type: 'text',
        slot: 'opening',
        paragraphs: [{ kind: 'p', spans: ['Good news from ', { fact: 'shopName', strong: true }, '.'] }],
      },
      {
        type: 'text',
        slot: 'closing',
        paragraphs: [{ kind: 'p', spans: ['See ', { text: 'the FAQ', to: '/faq' }, '.'] }],
      },
    ],
  }
  const versions = [{ number: 2, at: new Date(0), content }]
  const pages = new Map([['mail:order_dispatched', { own: false, place: null, versions }]])
  const [dispatched = '', delivered = ''] = await linesOf({ pages, redirects: new Map() })
  expect(dispatched.replace(/\s+/g, ' ')).toMatch(
    /Good news from The Kindred Wardrobe\. It left today\. See the FAQ.*https:\/\/shop\.example\/faq/,
  )
  expect(delivered).toContain('It left today.')
  expect(delivered).not.toMatch(/Good news|FAQ/)
})

test('italics, lists and small headings of the owner’s lines are in the e-mail too', async () => {
  const content: Document = {
    ...(shippedDocuments['mail:order_dispatched']?.content as Document),
    blocks: [
      {
        type: 'text',
        slot: 'opening',
        paragraphs: [
          { kind: 'h3', spans: ['At the door'] },
          { kind: 'ul', entries: [['Hang it up.'], [{ text: 'Steam', em: true }, ' it.']] },
          { kind: 'ol', entries: [['Wear it.'], ['Write to us.']] },
        ],
      },
      { type: 'text', slot: 'closing', paragraphs: [] },
    ],
  }
  const write = () =>
    composeEmail({ subject: 'Sent', preview: '', heading: 'On its way', blocks: [{ say: 'It left.' }] })
  const { facts } = sampleFilling()
  const { html, text } = await composeWith(linesIn(content, { facts, siteUrl: 'https://shop.example' }), write)
  expect(html).toContain('<em>Steam</em> it.')
  expect(text.replace(/\s+/g, ' ')).toContain(
    'AT THE DOOR – Hang it up. – Steam it. 1. Wear it. 2. Write to us. It left.',
  )
})
