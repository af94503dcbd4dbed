import { globSync, readFileSync } from 'node:fs'
import { directionError, findCycles, findImports } from './import-directions.ts'

// Part of `npm run check`: names every import that goes against the direction of the architecture, and every cycle.

const files = globSync(['src/**/*.{ts,tsx}', 'tests/**/*.{ts,tsx}']).map((path) => path.replaceAll('\\', '/'))
const imports = files.flatMap((file) => findImports(file, readFileSync(file, 'utf8')))
const wrong = imports
  .flatMap((each) => ({ ...each, reason: directionError(each) }))
  .filter(({ reason }) => reason !== null)
const cycles = findCycles(imports.filter(({ from }) => from.startsWith('src/') && !/\.test\.tsx?$/.test(from)))

for (const { from, to, reason } of wrong) console.error(`${from} imports ${to}: ${reason}`)
for (const cycle of cycles) console.error(`These files import one another: ${cycle.join(', ')}`)
console.error(`${files.length} files, ${wrong.length} imports in the wrong direction, ${cycles.length} cycles`)
process.exitCode = wrong.length + cycles.length > 0 ? 1 : 0
