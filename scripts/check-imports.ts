import { globSync, readFileSync } from 'node:fs'
import { findStorageUses } from './browser-storage.ts'
import { directionError, findCycles, findImports } from './import-directions.ts'
import { findShopWords } from './platform-words.ts'

// Names every import that goes against the direction of the architecture, every cycle, every word of the shop in the
// platform and every unguarded use of the browser's storage, and fails when there is one.

const files = globSync(['src/**/*.{ts,tsx}', 'tests/**/*.{ts,tsx}']).map((path) => path.replaceAll('\\', '/'))
const imports = files.flatMap((file) => findImports(file, readFileSync(file, 'utf8')))
const wrong = imports
  .flatMap((each) => ({ ...each, reason: directionError(each) }))
  .filter(({ reason }) => reason !== null)
const cycles = findCycles(imports.filter(({ from }) => from.startsWith('src/') && !/\.test\.tsx?$/.test(from)))

for (const { from, to, reason } of wrong) console.error(`${from} imports ${to}: ${reason}`)
for (const cycle of cycles) console.error(`These files import one another: ${cycle.join(', ')}`)
const sources = files.filter((file) => file.startsWith('src/') && !/\.test\.tsx?$/.test(file))
const words = sources
  .filter((file) => file.startsWith('src/platform/'))
  .flatMap((file) => findShopWords(file, readFileSync(file, 'utf8')).map((each) => ({ file, ...each })))
for (const { file, line, word } of words) console.error(`${file}:${line} says “${word}”: the platform knows no shop`)
const storages = sources.flatMap((file) =>
  findStorageUses(file, readFileSync(file, 'utf8')).map((each) => ({ file, ...each })),
)
for (const { file, line, name } of storages)
  console.error(`${file}:${line} uses ${name}, which may throw: use src/platform/client/browser-store.ts`)
console.error(
  `${files.length} files, ${wrong.length} imports in the wrong direction, ${cycles.length} cycles, ` +
    `${words.length} words of the shop in the platform, ${storages.length} unguarded uses of the browser’s storage`,
)
process.exitCode = wrong.length + cycles.length + words.length + storages.length > 0 ? 1 : 0
