import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mailAddress } from '#platform/email/address.ts'
import { testDatabase } from '#tests/fixtures/database.ts'

const pieces = fc.constantFrom(
  ...[
    'a',
    'b',
    'z9',
    '.',
    '-',
    '--',
    '_',
    '+',
    '@',
    '@@',
    'example',
    '.com',
    '.co.uk',
    'xn--',
    'xn--a',
    '0x',
    '0x1f',
    '1',
  ],
  ...['127.0.0.1', '[::1]', ',', ';', '<', '>', '"', "'", '\\', '(', ')', ':', ' ', '\t', '\n', '\r\nBcc: e@x.com'],
  ...['é', '＠', '．', '\u2028', '\u00ad', '\u200b', 'ß', 'ſ', 'K', 'İ', '%0a', '=?utf-8?q?x?=', '!#$%&*/=?^`{|}~'],
  ...['a'.repeat(63), 'b'.repeat(64), 'c.'.repeat(60)],
)
const typed = fc.oneof(
  { weight: 5, arbitrary: fc.array(pieces, { minLength: 1, maxLength: 9 }).map((parts) => parts.join('')) },
  { weight: 3, arbitrary: fc.tuple(pieces, pieces, pieces, pieces).map(([a, b, c, d]) => `${a}${b}@${c}.${d}`) },
  { weight: 2, arbitrary: fc.emailAddress() },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
)

test('the database and the mail code accept the same of twenty thousand addresses', async () => {
  await using db = await testDatabase()
  const all = fc.sample(typed, { numRuns: 20_000, seed: 815 }).map((text) => text.replaceAll('\0', '').toLowerCase())
  const { rows } = await db.asService((tx) =>
    sql<{ email: string; taken: boolean }>`select email, private.is_plain_address(email) as taken
      from unnest(${all}::text[]) as email`.execute(tx),
  )
  const differing = rows.filter(({ email, taken }) => taken !== (mailAddress(email) === email))
  expect(differing).toEqual([])
  // Both results must occur often enough for a meaningful comparison.
  expect(rows.filter(({ taken }) => taken).length).toBeGreaterThan(2_000)
})
