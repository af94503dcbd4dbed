import { getSchema } from '@tiptap/core'
import { describe, expect, test } from 'vitest'
import type { Paragraph, Span } from '../document.ts'
import { fromContent, lineFromContent, lineToContent, toContent } from './text-content.ts'
import { textExtensions } from './text-extensions.ts'

const parts = {
  facts: [{ name: 'claimDays', label: 'Days to report a fault', value: '7 days' }],
  parts: [{ name: 'zones', label: 'Delivery zones' }],
  conditionLabel: (condition: string) => condition,
  lawReason: (law: string) => law,
}

const paragraphs: Paragraph[] = [
  {
    kind: 'p',
    when: 'samples',
    spans: ['Write within ', { fact: 'claimDays', strong: true }, ' to ', { text: 'us', to: 'mail:A fault', em: true }],
  },
  { kind: 'h3', spans: ['How'] },
  { kind: 'ul', entries: [['One'], [{ text: 'Two', strong: true }]] },
  { kind: 'ol', entries: [['First']] },
  { kind: 'quote', spans: [{ text: 'You may cancel.', law: 'cancel' }] },
  { kind: 'part', part: 'zones' },
]

describe('the text editor', () => {
  test('gives back the paragraphs that it was given', () => {
    expect(fromContent(toContent(paragraphs))).toEqual(paragraphs)
  })

  test('accepts and keeps every paragraph of a document', () => {
    const schema = getSchema(textExtensions(parts, { isLine: false }))
    const node = schema.nodeFromJSON(toContent(paragraphs))
    node.check()
    expect(fromContent(node.toJSON())).toEqual(paragraphs)
  })

  test('accepts and keeps a line with its links and figures', () => {
    const line: Span[] = ['Cut ', { text: 'for you', em: true }, ' in ', { fact: 'claimDays' }]
    const schema = getSchema(textExtensions(parts, { isLine: true }))
    const node = schema.nodeFromJSON(lineToContent(line))
    node.check()
    expect(lineFromContent(node.toJSON())).toEqual(line)
  })

  test('leaves out paragraphs, entries and lines without words', () => {
    expect(fromContent(toContent([]))).toEqual([])
    expect(fromContent(toContent([{ kind: 'p', spans: [' '] }]))).toEqual([])
    expect(fromContent(toContent([{ kind: 'ul', entries: [[], ['Two']] }]))).toEqual([
      { kind: 'ul', entries: [['Two']] },
    ])
    expect(lineFromContent(lineToContent([]))).toEqual([])
  })

  test('makes one list of a list in a list, as a paste may bring', () => {
    const inner = { type: 'paragraph', content: [{ type: 'text', text: 'Inner' }] }
    const outer = { type: 'paragraph', content: [{ type: 'text', text: 'Outer' }] }
    const content = {
      type: 'doc',
      content: [
        {
          type: 'bulletList',
          content: [
            {
              type: 'listItem',
              content: [outer, { type: 'bulletList', content: [{ type: 'listItem', content: [inner] }] }],
            },
          ],
        },
      ],
    }
    expect(fromContent(content)).toEqual([{ kind: 'ul', entries: [['Outer'], ['Inner']] }])
  })
})
