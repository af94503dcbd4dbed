import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter'
import { hashSources, type Results, storeResults } from './results.ts'

/** The same for the journeys. One that passed at its second try passed. */
// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter from the default export of its file.
export default class PlaywrightResults implements Reporter {
  private suite: Suite | null = null
  private sources = ''

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite
    this.sources = hashSources()
  }

  onEnd(): void {
    const results: Results = {}
    for (const test of this.suite?.allTests() ?? []) {
      const outcome = test.outcome()
      if (outcome === 'skipped' || test.results.length === 0) continue
      const file = relative(process.cwd(), test.location.file)
      results[file] ??= {}
      results[file][test.title] = outcome === 'unexpected' ? 'failed' : 'passed'
    }
    storeResults('playwright', this.sources, results)
  }

  printsToStdio(): boolean {
    return false
  }
}
