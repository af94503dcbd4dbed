import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestCase as Journey, Reporter as PlaywrightReporter, TestResult } from '@playwright/test/reporter'
import type { TestModule, Reporter as VitestReporter } from 'vitest/node'

/** By file and id of the test. The id '' is a file that did not load, which counts for each of its tags. */
export type Results = Record<string, Record<string, { tags: readonly string[]; passed: boolean }>>

/** Where runs store their results and the tables are written, outside git. */
export const reportFolder = 'reports'
const path = `${reportFolder}/results.json`
const sources = ['package-lock.json', '*.ts', '{db,public,scripts,src,tests}/**/*.{[cm]js,[jt]s,tsx,sql,json,css}']

/** The result of the latest run of each test. A change of any source ends them all. */
export function readResults(hash = hashSources()): Results {
  const stored = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
  return stored?.hash === hash ? stored.results : {}
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources).sort()) hash.update(`\n${file}\n`).update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * Stores the results of a run of Vitest or Playwright. A test that did not run keeps its earlier result; where a source
 * changed meanwhile, it is not known what ran, and nothing is stored.
 */
// biome-ignore lint/style/noDefaultExport: both load a reporter from the default export of its file.
export default class StoredResults implements VitestReporter, PlaywrightReporter {
  private readonly hash = hashSources()
  private readonly ran: Results = {}

  onTestModuleEnd(module: TestModule): void {
    if (module.errors().length > 0) this.add(module.moduleId, '', [], false)
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed' || state === 'failed') this.add(module.moduleId, test.id, test.tags, state === 'passed')
    }
  }

  /** After each try: a journey that passed at its second passed. */
  onTestEnd(journey: Journey, { status }: TestResult): void {
    const tags = journey.tags.map((tag) => tag.slice(1))
    if (status !== 'skipped') this.add(journey.location.file, journey.id, tags, journey.ok())
  }

  onTestRunEnd(): void {
    this.onEnd()
  }

  onEnd(): void {
    if (hashSources() !== this.hash) return
    const results = readResults(this.hash)
    for (const [file, tests] of Object.entries(this.ran)) {
      const { '': _, ...known } = results[file] ?? {}
      results[file] = { ...known, ...tests }
    }
    mkdirSync(reportFolder, { recursive: true })
    writeFileSync(`${path}.new`, JSON.stringify({ hash: this.hash, results }))
    renameSync(`${path}.new`, path)
  }

  private add(path: string, id: string, tags: readonly string[], passed: boolean): void {
    const file = relative('', path)
    this.ran[file] = { ...this.ran[file], [id]: { tags, passed } }
  }
}
