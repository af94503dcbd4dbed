import { globSync, readFileSync } from 'node:fs'
import { findImports, whyNot } from './import-directions.ts'

// Names every import that goes against the direction of the architecture, and fails when there is one.

const files = globSync(['src/**/*.{ts,tsx}', 'tests/**/*.{ts,tsx}']).map((path) => path.replaceAll('\\', '/'))
const wrong = files
  .flatMap((file) => findImports(file, readFileSync(file, 'utf8')))
  .flatMap((each) => ({ ...each, reason: whyNot(each) }))
  .filter(({ reason }) => reason !== null)

for (const { from, to, reason } of wrong) console.error(`${from} imports ${to}: ${reason}`)
console.error(`${files.length} files, ${wrong.length} imports in the wrong direction`)
process.exitCode = wrong.length > 0 ? 1 : 0
