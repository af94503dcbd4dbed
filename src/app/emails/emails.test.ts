import { expect, test } from 'vitest'
import type { Document } from '#features/content/documents/document.ts'
import { addShippedDocuments, getDocumentRow, setDraft } from '#features/content/documents/edit-documents.ts'
import { readDocuments } from '#features/content/documents/read-documents.ts'
import { titleOfKind } from '#operations/jobs/failed-emails.ts'
import { createSeal } from '#platform/secrets/secrets.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { sampleFilling } from '#tests/fixtures/documents.ts'
import { shippedDocuments } from '../../../db/catalogue/documents/documents.ts'
import { emailSamples } from './email-samples.ts'
import { isToCustomers, testEmails } from './emails.api.ts'

const siteUrl = 'https://shop.example'
const seal = createSeal('a secret of samples')
const samples = emailSamples({ siteUrl, seal })

test('every kind of e-mail has a title, and a sample that says something', async () => {
  for (const [kind, write] of Object.entries(samples)) {
    expect(titleOfKind(kind), kind).not.toBe(kind)
    const email = await write()
    expect(email?.subject, kind).toBeTruthy()
    expect(email?.html, kind).not.toContain('shop.example/storage')
  }
})

test('every e-mail to customers has lines of the owner, but for her own replies and invitations, which go to helpers', () => {
  const lined = Object.keys(shippedDocuments).flatMap((path) => /^mail:(.*)/.exec(path)?.[1] ?? [])
  const others = ['contact_reply', 'invite']
  const toCustomers = Object.keys(samples).filter((kind) => isToCustomers(kind) && !others.includes(kind))
  expect(lined.toSorted()).toEqual(toCustomers.toSorted())
})

test('a test has the owner’s lines as in their draft, around the text of the sample', async () => {
  await using db = await testDatabase()
  await db.asService(addShippedDocuments)
  const documents = await db.asService((tx) => readDocuments(tx))
  const userId = (await db.user({ admin: true })).claims.sub as string
  const path = 'mail:order_confirmation'
  const lines: Document = {
    ...(shippedDocuments[path]?.content as Document),
    blocks: [
      {
        type: 'text',
        slot: 'opening',
        paragraphs: [{ kind: 'p', spans: ['Dear friend, ', { text: 'look', to: '/shop' }] }],
      },
      { type: 'text', slot: 'closing', paragraphs: [{ kind: 'p', spans: ['With love from ', { fact: 'shopName' }] }] },
    ],
  }
  await db.asService(async (tx) => {
    const { revision } = await getDocumentRow(tx, path)
    await setDraft(tx, { path, revision, userId }, lines)
  })
  const { facts } = sampleFilling()
  const templates = testEmails({
    db,
    siteUrl,
    seal,
    documents: () => documents,
    facts: () => facts,
    now: () => new Date(),
  })
  const row = { data: { kind: 'order_confirmation' }, orderId: null, recipient: 'owner@example.com' }
  const email = await templates.email_test?.(row)
  expect(email?.subject).toMatch(/^\[Test\] /)
  const text = email?.text ?? ''
  expect(text).toContain(`look (${siteUrl}/shop)`)
  expect(text.indexOf('Dear friend')).toBeLessThan(text.indexOf('Mary Dress'))
  expect(text.indexOf('With love from')).toBeGreaterThan(text.indexOf('Mary Dress'))
  expect(text).toContain(`With love from ${facts.shopName}`)
})
