import { globSync, readFileSync } from 'node:fs'

// Part of `npm run check`: no SQL has an `or` outside a bracket.

/** An `or` in SQL outside any bracket: its line, counted from 1, and the line's text. */
export type UnbracketedOr = { line: number; text: string }

const sqlTemplate = /\bsql(?:<[^`]*>)?`((?:[^`\\]|\\.)*)`/gs

/**
 * Every `or` outside brackets in a tagged SQL text. Combined with an `and`, or with a condition added later, such a
 * text has another meaning, which in a permission would be a security hole.
 */
export function findUnbracketedOr(source: string): UnbracketedOr[] {
  return [...source.matchAll(sqlTemplate)].flatMap((match) => {
    const start = match.index + match[0].indexOf('`') + 1
    return openOrs(match[1] ?? '').map((at) => {
      const before = source.slice(0, start + at)
      const line = before.split('\n').length
      return { line, text: source.split('\n')[line - 1]?.trim() ?? '' }
    })
  })
}

/** The positions of each `or` at bracket depth zero in one SQL text; quoted texts, comments and `${…}` are skipped. */
function openOrs(text: string): number[] {
  const plain = text
    .replace(/\$\{[^}]*\}/g, (hole) => ' '.repeat(hole.length))
    .replace(/'(?:[^']|'')*'|"[^"]*"|--[^\n]*/g, (quoted) => ' '.repeat(quoted.length))
  const found: number[] = []
  let depth = 0
  for (const { 0: token, index } of plain.matchAll(/[()]|\bor\b/gi)) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    else if (depth === 0 && !/create\s+$/i.test(plain.slice(0, index))) found.push(index)
  }
  return found
}

if (import.meta.main) {
  const found = globSync('{src,scripts,db,tests}/**/*.{ts,tsx}')
    .filter((file) => !file.endsWith('check-sql.test.ts'))
    .flatMap((file) =>
      findUnbracketedOr(readFileSync(file, 'utf8')).map(({ line, text }) => `${file}:${line}  ${text}`),
    )
  for (const each of found) console.error(each)
  if (found.length > 0) console.error(`\n${found.length} × or outside a bracket: write ( … or … )`)
  process.exitCode = found.length > 0 ? 1 : 0
}
