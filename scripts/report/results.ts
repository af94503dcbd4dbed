import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type TestResult = 'passed' | 'failed'
/** By file, then by title; the title '' is a file that did not load. */
export type Results = Record<string, Record<string, TestResult>>
type Stored = { sources: string; results: Results }
type Runner = 'vitest' | 'playwright'

/** Where runs store their results and the tables are written, outside git. */
export const reportFolder = 'reports'

/** The results of the latest run of each test. A change of any source ends them all. */
export function readResults(): Results {
  const sources = hashSources()
  return { ...readStored('vitest', sources).results, ...readStored('playwright', sources).results }
}

/**
 * Adds the results of a run, whose sources had the hash `before`. A test that did not run keeps its earlier result;
 * where a source changed meanwhile, it is not known what ran, and nothing is stored.
 */
export function storeResults(runner: Runner, before: string, ran: Results): void {
  const sources = hashSources()
  if (sources !== before) return
  const { results } = readStored(runner, sources)
  for (const [file, titles] of Object.entries(ran)) {
    const { '': _, ...known } = results[file] ?? {}
    results[file] = { ...known, ...titles }
  }
  mkdirSync(reportFolder, { recursive: true })
  const path = pathOf(runner)
  writeFileSync(`${path}.new`, JSON.stringify({ sources, results } satisfies Stored))
  renameSync(`${path}.new`, path)
}

function readStored(runner: Runner, sources: string): Stored {
  const path = pathOf(runner)
  const stored: Stored | null = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
  return stored?.sources === sources ? stored : { sources, results: {} }
}

const pathOf = (runner: Runner) => join(reportFolder, `results-${runner}.json`)

const folders = ['db', 'public', 'scripts', 'src', 'tests']
const files = ['package-lock.json', 'shop.config.ts', 'shop.duties.ts', 'vite.config.ts', 'vitest.config.ts']

/** A hash of everything that could change a result. */
export function hashSources(): string {
  const hash = createHash('sha256')
  for (const file of [...folders.flatMap(filesIn), ...files].sort())
    hash.update(`\n${file}\n`).update(readFileSync(file))
  return hash.digest('hex')
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]sx?|sql|json|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
