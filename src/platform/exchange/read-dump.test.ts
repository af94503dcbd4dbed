import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { copyOut } from '../backup/database-snapshot.ts'
import { DumpError } from './dump-source.ts'
import { type DumpValue, readCopyLine, writeCopyLine, writeLiteral } from './dump-tokens.ts'
import { readRows, scanDump } from './read-dump.ts'

let dir: string
let client: pg.Client
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'dump-'))
  client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await rm(dir, { recursive: true, force: true })
})

const end = '\n--\n-- PostgreSQL database dump complete\n--\n'

async function dump(text: string, complete = end): Promise<string> {
  const path = join(dir, `${crypto.randomUUID()}.sql`)
  await writeFile(path, text + complete)
  return path
}

/** The rows of the only table, as text. */
async function rowsOf(text: string): Promise<DumpValue[][]> {
  const path = await dump(text)
  const [table] = [...scanDump(path).values()]
  if (!table) throw new Error('no table')
  const rows = [...readRows(path, table)].map((row) => row.map(toText))
  expect(rows).toHaveLength(table.rows)
  return rows
}

const toText = (value: DumpValue) => (value === null ? null : Buffer.from(value, 'latin1').toString('utf8'))
const toBytes = (value: DumpValue) => (value === null ? null : Buffer.from(value, 'utf8').toString('latin1'))

/**
 * Every text that PostgreSQL stores: no NUL, no half of a surrogate pair; often with what SQL and COPY treat specially.
 */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(
        fc.constantFrom(
          "'",
          "''",
          '\\',
          '\\.',
          '\n\\.\n',
          '\t',
          '\r\n',
          '\\N',
          '--',
          ';',
          '$$',
          '(',
          '"',
          'E',
          'é',
          '👗',
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join('')),
  )
  .filter((each) => !each.includes('\0') && each.isWellFormed())
const value = fc.option(text, { freq: 5 })
const rows = fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 6 })

test('rows of any texts are read from INSERT statements as they were', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const values = given.map((row) => `\t(${row.map(writeLiteral).join(', ')})`).join(',\n')
      expect(await rowsOf(`INSERT INTO "public"."notes" ("a", "b", "c") VALUES\n${values};\n`)).toEqual(given)
    }),
    { numRuns: 100 },
  )
})

test('rows of any texts are read from COPY as they were', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const lines = given.map((row) => writeCopyLine(row)).join('')
      expect(await rowsOf(`COPY "public"."notes" ("a", "b", "c") FROM stdin;\n${lines}\\.\n`)).toEqual(given)
    }),
    { numRuns: 100 },
  )
})

test('PostgreSQL reads the literals that are written, and its COPY is read as its texts', async () => {
  await client.query('create temp table written (a text, b text, c text)')
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      await client.query('truncate written')
      await client.query(`insert into written values ${given.map((row) => `(${row.map(writeLiteral).join()})`).join()}`)
      const chunks: Buffer[] = []
      for await (const chunk of copyOut(client, { name: 'written', columns: ['a', 'b', 'c'] })) chunks.push(chunk)
      const lines = Buffer.concat(chunks).toString('latin1').split('\n').slice(0, -1)
      expect(lines.map((line) => readCopyLine(line).map(toText))).toEqual(given)
      expect(`${lines.join('\n')}\n`).toBe(given.map((row) => writeCopyLine(row.map(toBytes))).join(''))
    }),
    { numRuns: 100 },
  )
})

test('an E string is read as PostgreSQL reads it', async () => {
  const part = fc.oneof(
    text.map((each) => each.replaceAll("'", "''").replaceAll('\\', '\\\\')),
    fc.constantFrom(
      "\\'",
      '\\n',
      '\\t',
      '\\b',
      '\\f',
      '\\r',
      '\\x41',
      '\\x7',
      '\\101',
      '\\q',
      '\\u00e9',
      '\\U0001f457',
      '\\uD83D\\uDC57',
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
      const literal = `E'${parts.join('')}'`
      const { rows: expected } = await client.query<{ text: string }>(`select ${literal}::text as text`)
      expect(await rowsOf(`INSERT INTO t (a) VALUES (${literal});`)).toEqual([[expected[0]?.text]])
    }),
    { numRuns: 100 },
  )
})

test('values of every type come back from PostgreSQL as they were', async () => {
  const columns = {
    bytes: fc.uint8Array({ maxLength: 40 }).map((bytes) => `\\x${Buffer.from(bytes).toString('hex')}`),
    json: fc.jsonValue({ maxDepth: 3 }).map((json) =>
      JSON.stringify(json)
        .replaceAll('\\u0000', '')
        .replace(/\\ud[89a-f]../gi, ''),
    ),
    texts: fc.array(text, { maxLength: 4 }),
    price: fc.integer({ min: 0, max: 1_000_000 }).map((pence) => (pence / 100).toFixed(2)),
    isOn: fc.boolean().map(String),
  }
  await client.query(
    'create temp table kinds (bytes bytea, json jsonb, texts text[], price numeric(10, 2), is_on boolean)',
  )
  const target = '(bytes, json, texts, price, is_on)'
  await fc.assert(
    fc.asyncProperty(fc.record(columns), async (given) => {
      await client.query('truncate kinds')
      await client.query(`insert into kinds ${target} values ($1, $2, $3, $4, $5)`, Object.values(given))
      const { rows: written } = await client.query<{ line: string[] }>(
        `select array[quote_literal(bytes::text), quote_literal(json::text), quote_literal(texts::text), price::text, is_on::text] as line from kinds`,
      )
      // quote_literal writes E'…' where a backslash is in the text, as older dumps do.
      const [read] = await rowsOf(`INSERT INTO public.kinds ${target} VALUES (${written[0]?.line.join(', ')});`)
      await client.query(`insert into kinds ${target} values ($1, $2, $3, $4, $5)`, read)
      const { rows: distinct } = await client.query('select distinct bytes, json, texts, price, is_on from kinds')
      expect(distinct).toHaveLength(1)
    }),
    { numRuns: 60 },
  )
})

test('numbers, true, false, NULL, DEFAULT and bit strings are values', async () => {
  expect(
    await rowsOf(`INSERT INTO t (a, b, c, d, e, f, g, h) OVERRIDING SYSTEM VALUE VALUES
      (1, -2.50, 1e-7, true, FALSE, NULL, B'0101', X'1F') ON CONFLICT DO NOTHING;
      INSERT INTO t (a, b, c, d, e, f, g, h) VALUES (DEFAULT, '', .5, '-- no comment', 'a', 'b', 'c', 'd'); -- a comment`),
  ).toEqual([
    ['1', '-2.50', '1e-7', 'true', 'false', null, '0101', '00011111'],
    [null, '', '.5', '-- no comment', 'a', 'b', 'c', 'd'],
  ])
})

test('a table in several statements is one table, with its columns in any order', async () => {
  const statements = `INSERT INTO t (a, b) VALUES (1, 2), (3, 4);\nINSERT INTO t (b, c) VALUES (5, 6);\nCOPY t (c) FROM stdin;\n7\n\\.\n`
  expect(await rowsOf(statements)).toEqual([
    ['1', '2', null],
    ['3', '4', null],
    [null, '5', '6'],
    [null, null, '7'],
  ])
})

test('values that cross the borders of what is read at once are whole', async () => {
  const long = `${'x'.repeat(1_048_570)}’'\\${'y'.repeat(1_048_576)}`
  const padding = `-- ${'-'.repeat(1_048_500)}\n`
  expect(await rowsOf(`${padding}INSERT INTO t (a) VALUES (${writeLiteral(long)}), (${writeLiteral(long)});`)).toEqual([
    [long],
    [long],
  ])
  expect(await rowsOf(`COPY t (a) FROM stdin;\n${writeCopyLine([long])}${writeCopyLine([long])}\\.\n`)).toEqual([
    [long],
    [long],
  ])
})

const inserted = `INSERT INTO t (a, b) VALUES ('é', E'two\\nlines');\n`
const copied = `COPY t (a, b) FROM stdin;\né\ttwo\\nlines\n\\N\tback\\\\slash\n\\.\nINSERT INTO t (a, b) VALUES ('after', '');\n`
const copiedRows = [
  ['é', 'two\nlines'],
  [null, 'back\\slash'],
  ['after', ''],
]

test('a byte order mark is passed over, and the lines and rows behind it are where they were', async () => {
  expect(await rowsOf(`\ufeff${inserted}`)).toEqual([['é', 'two\nlines']])
  expect(await rowsOf(`\ufeff${copied}`)).toEqual(copiedRows)
  const path = await dump(`\ufeff${inserted}INSERT INTO t (a) VALUES (now());`)
  expect(() => scanDump(path)).toThrow(`${path}, line 2: a plain value`)
})

test('the line ends of Windows are read in both forms', async () => {
  const windows = (text: string) => text.replaceAll('\n', '\r\n')
  expect(await rowsOf(windows(inserted))).toEqual([['é', 'two\nlines']])
  expect(await rowsOf(windows(copied))).toEqual(copiedRows)
  expect(await rowsOf(`\ufeff${windows(copied)}`)).toEqual(copiedRows)
  const texts = [
    ['a\r\nb', '\r'],
    ['\\', '\\.'],
  ]
  const lines = texts.map((row) => writeCopyLine(row)).join('')
  expect(await rowsOf(windows(`COPY t (a, b) FROM stdin;\n${lines}\\.\n`))).toEqual(texts)
})

test('a line feed behind a backslash belongs to its value, as for PostgreSQL', async () => {
  expect(await rowsOf('COPY t (a, b) FROM stdin;\none\\\ntwo\tthree\nfour\\\\\tfive\n\\.\n')).toEqual([
    ['one\ntwo', 'three'],
    ['four\\', 'five'],
  ])
})

test.each(['utf16le', 'utf-16be'])('a file in %s is called that, with or without its mark', async (encoding) => {
  for (const mark of ['\ufeff', '']) {
    const path = await dump('', '')
    const bytes = Buffer.from(`${mark}${inserted}${end}`, 'utf16le')
    await writeFile(path, encoding === 'utf16le' ? bytes : bytes.swap16())
    expect(() => scanDump(path)).toThrow(`${path}, line 1: the file is in UTF-16`)
  }
})

test('a value in Latin-1 is named with its line and column, in each form', async () => {
  const texts = {
    4: `-- pad\n\nINSERT INTO t (a, b) VALUES ('x', 'y'),\n('x', 'Zo\xeb');\n`,
    3: `COPY t (a, b) FROM stdin;\nx\ty\nx\tZo\xeb\n\\.\n`,
    1: `INSERT INTO t (a, b) VALUES ('x', E'Zo\\xEB');\n`,
  }
  for (const [line, text] of Object.entries(texts)) {
    const path = await dump('', '')
    await writeFile(path, `${text}${end}`, 'latin1')
    expect(() => scanDump(path)).toThrow(`${path}, line ${line}: the value of b is not in UTF-8`)
  }
})

test('what the Supabase command and pg_dump write around rows is passed over', async () => {
  const path = await dump(
    `SET session_replication_role = replica;\n
--\n-- PostgreSQL database dump\n--\n\\restrict aBc\nSET statement_timeout = 0;\nSET client_encoding = 'UTF8';
SET standard_conforming_strings = on;\nSELECT pg_catalog.set_config('search_path', '', false);\nSET row_security = off;
ALTER TABLE "public"."t" DISABLE TRIGGER ALL;\nINSERT INTO "public"."t" ("a") VALUES\n\t('1;');
SELECT pg_catalog.setval('"public"."t_id_seq"', 12, true);\n\\unrestrict aBc\n`,
    '\nRESET ALL;\n',
  )
  expect([...scanDump(path).values()]).toMatchObject([{ name: 'public.t', columns: ['a'], rows: 1 }])
})

test.each([
  ['a call', 'INSERT INTO t (a) VALUES (now());', 'line 1: a plain value is expected'],
  ['a dollar quote', 'INSERT INTO t (a) VALUES ($$text$$);', 'a plain value is expected'],
  ['a subquery', 'INSERT INTO t (a) SELECT secret FROM s;', 'VALUES is expected'],
  ['a cast', "INSERT INTO t (a) VALUES ('1'::text);", ') is expected'],
  ['no columns', 'INSERT INTO t VALUES (1);', '--column-inserts'],
  ['too few values', 'INSERT INTO t (a, b) VALUES (1);', 'has 1 values for 2 columns'],
  ['an upsert', 'INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2;', 'is expected here'],
  [
    'a function',
    'SET x = 1;\nCREATE FUNCTION f() RETURNS int AS $$ select 1 $$;',
    'line 2: this is not a data-only dump',
  ],
  ['a deletion', 'DELETE FROM auth.users;', 'this is not a data-only dump'],
  ['a call that does something', 'SELECT pg_terminate_backend(1);', 'it selects something'],
  ['a change of a table', 'ALTER TABLE t OWNER TO x;', 'alters more than triggers'],
  ['another encoding', "SET client_encoding = 'LATIN1';", 'not in UTF-8'],
  ['a program', "COPY t (a) FROM PROGRAM 'id';", 'STDIN is expected'],
  ['a command of psql', '\\! id\n', 'this is not a data-only dump'],
])('a file with %s is refused', async (_, statements, why) => {
  const path = await dump(statements)
  expect(() => scanDump(path)).toThrow(DumpError)
  expect(() => scanDump(path)).toThrow(why)
})

test('a file that was cut off is refused, wherever the cut is', async () => {
  const whole = `INSERT INTO t (a) VALUES ('one'), (E'two\\n');\nCOPY t (a) FROM stdin;\nthree\n\\.\n${end}`
  for (let length = 0; length < whole.length - 4; length += 1) {
    const path = await dump(whole.slice(0, length), '')
    expect(() => scanDump(path), `${length}`).toThrow(DumpError)
  }
})
