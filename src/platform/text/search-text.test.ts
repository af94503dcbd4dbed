import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { searchText } from './search-text.ts'

test.each([
  ['Siobhán', 'siobhan'],
  ['Siobha\u0301n', 'siobhan'],
  ['José Núñez', 'jose nunez'],
  ['ŁUCJA  Nguyễn', 'lucja nguyen'],
  ['Weiß, STRASSE', 'weiss, strasse'],
  ['IŞIK ışık', 'isik isik'],
  ['O’Brien', 'obrien'],
  ["O'Brien", 'obrien'],
  ['O`Brien', 'obrien'],
  ['OʼBrien', 'obrien'],
  ['O´Brien', 'obrien'],
  ['Anne\u00a0Marie\u2011Claire', 'anne marie claire'],
  ['Ｍａｒｙ\u200b Jane\ufeff', 'mary jane'],
  ['ΣΊΣΥΦΟΣ ΝΊΝΑ', 'σισυφοσ νινα'],
  ['\n Mary - \t Ann ', 'mary ann'],
])('%j is searched as %j', (text, expected) => {
  expect(searchText(text)).toBe(expected)
  expect(searchText(expected)).toBe(expected)
})

test('SQL and TypeScript give the same for every character, and for any text', { timeout: 60_000 }, async () => {
  await using db = await testDatabase()
  const inSql = async (texts: string[]) => {
    const { rows } = await db.asService((tx) =>
      sql<{ found: string }>`select private.search_text(given) as found
        from unnest(${texts}::text[]) with ordinality as each (given, place) order by place`.execute(tx),
    )
    return rows.map(({ found }) => found)
  }
  // What Unicode 15 and later added is left out: PostgreSQL 15 does not know it.
  const characters = Array.from({ length: 0x1fbff }, (_, at) => String.fromCodePoint(at + 1)).filter(
    (each) => each.isWellFormed() && !newer.test(each),
  )
  const between = characters.map((each) => `a${each}b ${each}`)
  const found = await inSql(between)
  expect(between.filter((text, at) => searchText(text) !== found[at]).map((text) => text.codePointAt(1))).toEqual([])
  const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((each) => !each.includes('\0'))
  const typed = fc.string({
    unit: fc.constantFrom(...characters.slice(0, 0x600), ...'\u2019\u2011\u3000ﬁＡ'),
    maxLength: 40,
  })
  const texts = fc.sample(fc.oneof(text, typed), 2_000).filter((each) => !newer.test(each))
  expect(await inSql(texts)).toEqual(texts.map(searchText))
})

/** Letters with a decomposition that later versions of Unicode added. */
const newer = /[\ua7f1\u{105c9}\u{105e4}\u{11383}-\u{113c8}\u{16121}-\u{16d6a}\u{1ccd6}-\u{1ccf9}\u{1e030}-\u{1e06d}]/u
