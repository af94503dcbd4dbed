import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { testTags } from './scripts/report/tags.ts'
import { scriptText } from './scripts/script-text.ts'

// Projects over one temporary PostgreSQL. `unit` is what `npm run check` runs: a test file beside the code that takes
// seconds, because it waits for a clock or a peer, is named `*.slow.test.ts` and belongs to `slow`. `npm test` runs
// `unit` and `api`, `npm run test:all` also `slow` and `protocol`. `attacks` floods the shop and sends hostile values to
// every endpoint; `faults` kills processes and waits for recoveries: each has its own command, `npm run test:attacks`
// and `npm run test:faults`. `cluster` needs servers of Debian (`npm run test:cluster`); `load` a quiet machine
// (`npm run test:load`).
export default defineConfig({
  plugins: [scriptText()],
  test: {
    globalSetup: ['tests/fixtures/postgres-global.ts'],
    environment: 'node',
    reporters: ['default', './scripts/report/results.ts'],
    tags: testTags,
    strictTags: true,
    pool: 'forks',
    // Loading the program took half of each file's time. Tests are independent without it: each has a database of its
    // own.
    isolate: false,
    // One more than cores: a third of the time a test waits for PostgreSQL, a clock or a peer.
    maxWorkers: availableParallelism() + 1,
    restoreMocks: true,
    unstubEnvs: true,
    testTimeout: 40_000,
    hookTimeout: 60_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', '{scripts,db,tests/repository,tests/fixtures}/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts'],
        },
      },
      { extends: true, test: { name: 'slow', include: ['{src,scripts,tests/repository}/**/*.slow.test.ts'] } },
      { extends: true, test: { name: 'protocol', include: ['tests/protocol/**/*.test.ts'] } },
      { extends: true, test: { name: 'api', include: ['tests/api/**/*.test.ts'] } },
      { extends: true, test: { name: 'attacks', include: ['tests/attacks/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 120_000,
          fileParallelism: false,
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'cluster',
          include: ['tests/cluster/**/*.test.ts'],
          testTimeout: 900_000,
          fileParallelism: false,
        },
      },
      { extends: true, test: { name: 'load', include: ['tests/load/**/*.test.ts'], fileParallelism: false } },
    ],
  },
})
