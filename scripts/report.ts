import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attackRows } from './report/attack-rows.ts'
import { faultRows } from './report/fault-rows.ts'
import { readResults, reportFolder } from './report/results.ts'
import { filesNotRun, shortTableOf, tableOf } from './report/row.ts'

// `node scripts/report.ts faults`: prints the table of all faults, or of all attacks, from the results of the latest runs,
// and writes it with the names of the tests to `reports`.

const reports = {
  faults: { title: 'Faults', rows: faultRows },
  attacks: { title: 'Attacks', rows: attackRows },
}

const name = process.argv[2]
if (name !== 'faults' && name !== 'attacks') throw new Error('Which report: faults or attacks?')
const { title, rows } = reports[name]
const results = readResults()
const path = join(reportFolder, `${name}.md`)
mkdirSync(reportFolder, { recursive: true })
writeFileSync(path, tableOf(title, rows, results))
console.log(`\n${title}\n\n${shortTableOf(rows, results)}`)
const missing = filesNotRun(rows, results)
if (missing.length > 0) {
  console.log(`\n${missing.length} test files have not run completely since a source changed. All run with`)
  console.log('`npm run test:all`, `npm run test:attacks` and `npm run test:faults`.')
}
console.log(`The tests of each line: ${path}`)
