import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#platform/http/errors/app-error.ts'
import { contentHash, readCampaignContent } from './campaign-content.ts'

const good = { subject: 'We are open', message: 'Come and see.\n\nYours' }

test.each([
  [{ ...good, subject: ' ' }, 'Please enter a subject.'],
  [{ ...good, message: '\n\t\n' }, 'Please enter a message.'],
  [{ ...good, subject: 'a'.repeat(201) }, 'The subject is too long: at most 200 characters.'],
  [{ ...good, message: 'a'.repeat(20_001) }, 'The message is too long: at most 20,000 characters.'],
  [{ ...good, subject: 'Hello\r\nBcc: evil@example.com' }, 'The subject must be a single line of plain text.'],
  [{ ...good, subject: 'Hello\u2028there' }, 'The subject must be a single line of plain text.'],
  [{ subject: 'Hello' }, 'Please enter a subject and a message.'],
  [{ subject: ['a'], message: {} }, 'Please enter a subject and a message.'],
  [null, 'Please enter a subject and a message.'],
])('an invalid text (%#) is refused with the reason', (body, message) => {
  expect(() => readCampaignContent(body)).toThrow(new AppError('bad_request', message))
})

test('a text of the maximum length is accepted', () => {
  expect(readCampaignContent({ subject: 'a'.repeat(200), message: 'b'.repeat(20_000) }).message).toHaveLength(20_000)
})

test('equal texts are one campaign, whatever their spelling of spaces and line breaks', () => {
  const hash = contentHash(readCampaignContent(good))
  for (const same of [
    { subject: '  We are open ', message: '\nCome and see.\r\n\r\nYours\n' },
    { subject: 'We are open', message: 'Come and see.\r\rYours' },
    { subject: 'We are open', message: 'Come and see.\n\nYours\u0000' },
  ]) {
    expect(contentHash(readCampaignContent(same))).toBe(hash)
  }
  expect(contentHash(readCampaignContent({ subject: 'Café', message: 'x' }))).toBe(
    contentHash(readCampaignContent({ subject: 'Cafe\u0301', message: 'x' })),
  )
  expect(contentHash(readCampaignContent({ ...good, message: 'Come and see' }))).not.toBe(hash)
  expect(contentHash({ subject: 'a', message: 'bc' })).not.toBe(contentHash({ subject: 'ab', message: 'c' }))
})

test('every input is refused with a message or becomes a text that the database and a header accept', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 })
  fc.assert(
    fc.property(text, text, (subject, message) => {
      try {
        const content = readCampaignContent({ subject, message })
        expect(content.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
        expect(content.message).not.toContain('\0')
        expect(readCampaignContent(content)).toEqual(content)
        expect(content.subject.isWellFormed() && content.message.isWellFormed()).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(AppError)
      }
    }),
    { numRuns: 5_000 },
  )
})
