import { readFileSync } from 'node:fs'
import { findLockFaults } from './lock-file.ts'

// Part of `npm run check`: every package of the lock file is pinned by its hash.

const faults = findLockFaults(readFileSync('package-lock.json', 'utf8'))
for (const fault of faults) console.error(fault)
if (faults.length > 0) {
  console.error(
    `\npackage-lock.json: ${faults.length} faults (docs/decisions/0037-pinned-packages.md says how to mend them)`,
  )
  process.exit(1)
}
