import { expect, test } from 'vitest'
import { findUnbracketedOr } from './check-sql.ts'

const hole = '$' + '{z}'

test('an or outside brackets is found, with its line', () => {
  const source = `const a = sql\`select 1\`\nconst b = sql<Row>\`\n  where x and y\n    or z = ${hole}\``
  expect(findUnbracketedOr(source)).toEqual([{ line: 4, text: `or z = ${hole}\`` }])
})

test('an or in brackets, in a text, in a name or outside SQL is not found', () => {
  const fine = [
    'sql`where a and (b or c)`',
    "sql`where name = 'now or never'`",
    'sql`create or replace function f()`',
    'sql`select "or", order_id, color`',
    'const a = b or c',
    `sql\`where a = ${hole} and (b or c)\``,
  ]
  for (const source of fine) expect(findUnbracketedOr(source), source).toEqual([])
})
