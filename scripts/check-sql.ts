import { globSync, readFileSync } from 'node:fs'
import { findUnbracketedOr } from './check-sql-parens.ts'

// Part of `npm run check`: no SQL has an `or` outside a bracket.

const found = globSync('{src,scripts,db,tests}/**/*.{ts,tsx}')
  .filter((file) => !file.endsWith('check-sql-parens.test.ts'))
  .flatMap((file) => findUnbracketedOr(readFileSync(file, 'utf8')).map(({ line, text }) => `${file}:${line}  ${text}`))

for (const each of found) console.error(each)
if (found.length > 0) {
  console.error(`\n${found.length} × or outside a bracket: write ( … or … )`)
  process.exit(1)
}
