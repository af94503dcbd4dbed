import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { hashSources, type Results, storeResults } from './results.ts'

/** Stores the result of each test, for the tables of `npm run test:faults` and `npm run test:attacks`. */
export class VitestResults implements Reporter {
  private sources = ''

  onTestRunStart(): void {
    this.sources = hashSources()
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const results: Results = {}
    for (const module of modules) {
      const titles: Results[string] = {}
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state !== 'passed' && state !== 'failed') continue
        // Two tests of one title, as in a table, pass together.
        if (titles[test.name] !== 'failed') titles[test.name] = state
      }
      if (module.errors().length > 0) titles[''] = 'failed'
      results[relative(process.cwd(), module.moduleId)] = titles
    }
    storeResults('vitest', this.sources, results)
  }
}
