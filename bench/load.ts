import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { dataFolder } from '#tests/fixtures/program.ts'
import { percentile } from './figures.ts'
import type { Shop } from './shop.ts'

const run = promisify(execFile)

export type Load = { requestsPerSecond: number; p99Ms: number; errors: number }

/** `script`: a wrk script, for requests that differ. `core`: wrk runs there alone, with one thread instead of two. */
type Options = {
  connections?: number
  seconds?: number
  headers?: Record<string, string>
  script?: string
  core?: number
}

/** One run of wrk. Every response other than 2xx or 3xx counts as an error. */
export async function load(url: string, options: Options = {}): Promise<Load> {
  const { connections = 64, seconds = 8, headers = {}, script, core } = options
  const [command = '', ...first] = core === undefined ? ['wrk', '-t2'] : ['taskset', '-c', `${core}`, 'wrk', '-t1']
  const { stdout } = await run(command, [
    ...[...first, `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '--latency'],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(script ? ['-s', script] : []),
    url,
  ])
  const [, p99 = '0', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  const failed = stdout.matchAll(/(?:connect|read|write|timeout|Non-2xx or 3xx responses:) (\d+)/g)
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? 0),
    p99Ms: Number(p99) * ({ us: 0.001, s: 1_000 }[unit] ?? 1),
    errors: [...failed].reduce((sum, [, count]) => sum + Number(count), 0),
  }
}

/** The median run by requests per second, with the errors of all: single runs differ on a shared machine. */
export function medianRun(runs: readonly Load[]): Load {
  const median = runs.toSorted((one, other) => one.requestsPerSecond - other.requestsPerSecond)[runs.length >> 1]
  if (!median) throw new Error('no run')
  return { ...median, errors: runs.reduce((sum, { errors }) => sum + errors, 0) }
}

/** The median of three runs after a warm-up. */
export async function medianLoad(url: string, options: Options = {}): Promise<Load> {
  await load(url, { ...options, seconds: 5 })
  return medianRun([await load(url, options), await load(url, options), await load(url, options)])
}

/**
 * The shop's answer, and nginx serving the same bytes from a file: each on the first core and wrk on the second, medians
 * of five runs in turn, so that other work on the machine affects both alike.
 */
export async function compareWithNginx(shop: Shop, path: string, headers: Record<string, string> = {}) {
  const bytes = Buffer.from(await (await fetch(shop.url + path, { headers })).arrayBuffer())
  await using nginx = await startNginx(bytes)
  await run('taskset', ['--all-tasks', '--cpu-list', '--pid', '0', `${shop.pid}`])
  const [theirs, ours]: [Load[], Load[]] = [[], []]
  for (let round = 0; round < 6; round += 1) {
    // The first is the warm-up.
    const options = { headers, core: 1, ...(round === 0 && { seconds: 5 }) }
    theirs[round] = await load(nginx.url, options)
    ours[round] = await load(shop.url + path, options)
  }
  return { theirs: medianRun(theirs.slice(1)), ours: medianRun(ours.slice(1)), bytes: bytes.length }
}

async function startNginx(bytes: Buffer) {
  await using opened = new AsyncDisposableStack()
  const { path } = opened.use(await dataFolder())
  const [port = 0] = await freePorts(1)
  await writeFile(join(path, 'page'), bytes)
  await writeFile(
    join(path, 'nginx.conf'),
    `daemon off; worker_processes 1; worker_cpu_affinity 1; pid ${path}/pid; error_log ${path}/error.log;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 1024; }
    http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=100;
      default_type "text/html; charset=utf-8";
      server { listen 127.0.0.1:${port}; root ${path}; } }`,
  )
  // Debian's is outside a user's PATH.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
  const child = spawn('nginx', ['-p', path, '-c', join(path, 'nginx.conf')], { stdio: 'inherit', env })
  opened.defer(async () => {
    if (child.kill()) await once(child, 'exit')
  })
  const url = `http://127.0.0.1:${port}/page`
  for (let tries = 0; !(await fetch(url).catch(() => null))?.ok; tries += 1) {
    if (tries > 200) throw new Error('nginx does not answer')
    await sleep(20)
  }
  const rest = opened.move()
  return { url, [Symbol.asyncDispose]: () => rest.disposeAsync() }
}

/**
 * An open load: begins `work` at fixed intervals until `over`, whether or not the last has ended. A closed load, as fast
 * as responses come, would measure the throughput and not the delay that visitors notice. `dueMs`: when it was due.
 */
export async function atIntervals<T>(
  everyMs: number,
  over: Promise<unknown>,
  work: (n: number, dueMs: number) => Promise<T>,
) {
  const begun: Promise<T>[] = []
  const state = { isOver: false }
  const end = () => {
    state.isOver = true
  }
  over.then(end, end)
  for (let dueMs = performance.now(); !state.isOver; dueMs += everyMs) {
    begun.push(work(begun.length, dueMs))
    await sleep(Math.max(0, dueMs + everyMs - performance.now()))
  }
  await over
  return Promise.all(begun)
}

/** Visitors who request fifty pages a second until `over`. */
export async function browse(addressOf: (n: number) => string, over: Promise<unknown>) {
  const views = await atIntervals(20, over, async (n, dueMs) => {
    const page = await fetch(addressOf(n)).then(
      async (response) => response.ok && response.text(),
      () => false,
    )
    return { ms: performance.now() - dueMs, isPage: String(page).includes('</html>') }
  })
  return {
    ...{ answered: views.length, errors: views.filter(({ isPage }) => !isPage).length },
    p99Ms: percentile(
      views.map(({ ms }) => ms),
      0.99,
    ),
  }
}
