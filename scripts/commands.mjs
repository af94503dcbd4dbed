import { readFileSync } from 'node:fs'
import { prepareBrowser } from './set-up/browser.mjs'
import { prepareBuild } from './set-up/build.mjs'
import { prepareDependencies } from './set-up/dependencies.mjs'
import { execute, executeAll } from './set-up/execute.mjs'
import { logStep } from './set-up/log-step.mjs'
import { prepareNode } from './set-up/node.mjs'
import { startProduction } from './set-up/start-production.mjs'

const biome = 'node_modules/@biomejs/biome/bin/biome'
const knip = 'node_modules/knip/bin/knip.js'
const playwright = 'node_modules/@playwright/test/cli.js'
const reactRouter = 'node_modules/@react-router/dev/bin.cjs'
const tsc = 'node_modules/typescript/bin/tsc'
const vitest = 'node_modules/vitest/vitest.mjs'

/** What `npm run NAME` does. Each resolves to the exit code. */
export const commands = {
  async start(args) {
    const node = await prepare()
    await prepareBuild(node)
    return execute(node, [...program.flags, 'build/server/server.js', ...args], program.env)
  },

  // `npm run start:production`, or with `-- worker` the jobs alone.
  async 'start:production'([name = 'server']) {
    return startProduction(name, program)
  },

  async dev(args) {
    return execute(await prepare(), ['scripts/dev.ts', ...args], { NODE_ENV: 'development' })
  },

  async rehearse(args) {
    const node = await prepare()
    await prepareBuild(node)
    return execute(node, ['scripts/rehearse.ts', ...args], production)
  },

  async build() {
    const node = await prepare()
    await prepareBuild(node, { force: true })
    return 0
  },

  async check() {
    return executeAll(await prepare(), [...staticChecks, unitTests])
  },

  // With names, `npm test -- buying reach`, these journeys instead of the main ones.
  async test(args) {
    return testBuilt({
      tests: mainTests,
      journeys: args.length > 0 ? args : mainJourneys.map((name) => `journeys/${name}.journey`),
    })
  },

  async 'test:all'(args) {
    return testBuilt({ tests: allTests, journeys: args })
  },

  // `npm run test:unit -- src/features/cart/sums.test.ts`, with `--watch` again at each change.
  async 'test:unit'(args) {
    const run = args.includes('--watch') ? [] : ['run']
    return execute(await prepare(), [vitest, ...run, '--project', 'unit', '--project', 'slow', ...args])
  },

  // The protocol of the Supabase client, call by call. Needs no build, like the attacks: the shop runs in the tests' processes.
  async 'test:protocol'(args) {
    return execute(await prepare(), [vitest, 'run', '--project', 'protocol', ...args])
  },

  async 'test:attacks'(args) {
    return testAndReport(await prepare(), 'attacks', args)
  },

  // `npm run test:faults -- --short`: those about money, orders and e-mails, which take a few minutes.
  async 'test:faults'(args) {
    const node = await prepare()
    await prepareBuild(node)
    return testAndReport(
      node,
      'faults',
      args.flatMap((arg) => (arg === '--short' ? shortFaults : [arg])),
    )
  },

  // PgBouncer, a PostgreSQL cluster whose primary is killed, and recovery to a moment. Needs Debian's pgbouncer,
  // haproxy, patroni, etcd-server, etcd-client, faketime, postgresql-15, pgbackrest and prometheus.
  async 'test:cluster'(args) {
    const node = await prepare()
    await prepareBuild(node)
    return testAndReport(node, 'cluster', args)
  },

  // Ten thousand visitors, and more than can be served: needs a quiet machine and `ulimit -n` of 12,000.
  async 'test:load'(args) {
    const node = await prepare()
    await prepareBuild(node)
    return testAndReport(node, 'load', args)
  },

  // `npm run bench` measures all, `npm run bench -- accounts` one.
  async bench(args) {
    const node = await prepare()
    await prepareBuild(node)
    return execute(node, ['bench/run.ts', ...args], production)
  },

  report: script('scripts/report.ts'),
  shop: script('scripts/shop.ts'),
  admin: script('scripts/shop.ts', 'admin'),
  keys: script('scripts/shop.ts', 'keys'),
  'db:migrate': script('scripts/shop.ts', 'db', 'migrate'),
  'db:reset': script('scripts/shop.ts', 'db', 'reset'),
  'db:types': script('scripts/db-types.ts'),
  'api:docs': script('scripts/api-docs.ts'),
  seed: script('scripts/seed.ts'),
}

const production = { NODE_ENV: 'production' }

// With these limits the program collects garbage instead of growing to the machine's memory. One arena of
// glibc keeps it smaller. A fixed MALLOC_TRIM_THRESHOLD_ would too, and make a third fewer renderings.
const program = JSON.parse(readFileSync(new URL('./program.json', import.meta.url), 'utf8'))

const staticChecks = [
  ['format and lint', [biome, 'check', '--error-on-warnings', '.']],
  ['types of the routes', [reactRouter, 'typegen']],
  ['types', [tsc, '--noEmit']],
  ['import directions', ['scripts/check-imports.ts']],
  ['what no source says', ['scripts/check-sources.ts']],
  ['migrations', ['scripts/check-migrations.ts']],
  ['docs/api.md', ['scripts/api-docs.ts', '--check']],
  ['unused code', [knip]],
  ['hashes of the packages', ['scripts/check-lock-file.ts']],
]
// Weighs the build made for this command, or the last one if nothing has changed since.
const pageWeight = ['weight of the pages', ['scripts/page-weight.ts']]
const unitTests = ['unit tests', [vitest, 'run', '--project', 'unit']]
const mainProjects = ['--project', 'unit', '--project', 'api']
const mainTests = ['unit and API tests', [vitest, 'run', ...mainProjects]]
const allProjects = [...mainProjects, '--project', 'slow', '--project', 'protocol']
const allTests = ['unit, slow, protocol and API tests', [vitest, 'run', ...allProjects]]
// Ten minutes on two cores.
const shortFaults = [
  'money/bought-carts',
  'money/histories',
  'money/kills',
  'money/limits',
  'money/money-checker',
  'money/repairs',
  'checkout',
  'commit-lost',
  'mail',
  'jobs',
  'postage',
  'outages',
  'changes',
  'storage.test',
  'secret-keys',
].map((name) => `tests/faults/${name}`)
// What has to work before anything else is looked at: finding, buying, an order, an account, the back office.
const mainJourneys = ['browsing', 'buying', 'confirmed-order', 'signing-in', 'signing-up', 'admin-access']

/**
 * Ends with a table of all attacks, or all faults, and the result of each; tests of a cluster and of load show some of the
 * faults.
 */
async function testAndReport(node, project, args) {
  const code = await execute(node, [vitest, 'run', '--project', project, ...args])
  await execute(node, ['scripts/report.ts', project === 'attacks' ? 'attacks' : 'faults'])
  return code
}

async function testBuilt({ tests, journeys }) {
  const node = await prepare()
  const chromium = await prepareBrowser(node)
  await prepareBuild(node)
  const inBrowser = ['journeys in a browser', [playwright, 'test', ...journeys], { CHROMIUM_PATH: chromium }]
  return executeAll(node, [...staticChecks, pageWeight, tests, inBrowser])
}

/** Prepares Node and the packages; resolves to the path of a Node that is new enough. */
async function prepare() {
  const node = await prepareNode()
  if (await prepareDependencies(node)) logStep('The packages are installed.')
  return node
}

function script(...command) {
  return async (args) => execute(await prepare(), [...command, ...args])
}
