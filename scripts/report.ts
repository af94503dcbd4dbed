import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attackRows } from './report/attack-rows.ts'
import { faultRows } from './report/fault-rows.ts'
import { readResults, reportFolder } from './report/results.ts'
import { filesNotRun, shortTableOf, tableOf } from './report/row.ts'

// `npm run report`: prints the tables of all faults and all attacks, or with `-- faults` one of them, from the results
// of the latest runs, and writes them with the names of the tests to `reports`.

const reports = {
  faults: { title: 'Faults', rows: faultRows },
  attacks: { title: 'Attacks', rows: attackRows },
}

const wanted = process.argv[2]
const results = readResults()
mkdirSync(reportFolder, { recursive: true })
for (const [name, { title, rows }] of Object.entries(reports)) {
  if (wanted !== undefined && wanted !== name) continue
  const path = join(reportFolder, `${name}.md`)
  writeFileSync(path, tableOf(title, rows, results))
  console.log(`\n${title}\n\n${shortTableOf(rows, results)}`)
  const missing = filesNotRun(rows, results)
  if (missing.length > 0) {
    console.log(`\n${missing.length} test files have not run completely since a source changed. All run with`)
    console.log('`npm run test:all`, `test:attacks`, `test:faults`, `test:cluster` and `test:load`.')
  }
  console.log(`The tests of each line: ${path}`)
}
