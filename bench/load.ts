import { execFile } from 'node:child_process'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { percentile } from './figures.ts'
import type { Peer, RawResponse } from './peers.ts'
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
  const [command = '', ...first] =
    core === undefined ? ['wrk', `-t${Math.min(2, connections)}`] : ['taskset', '-c', `${core}`, 'wrk', '-t1']
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

/** The median of three runs after a warm-up. What a run leaves in progress ends before the next. */
export async function medianLoad(url: string, options: Options = {}): Promise<Load> {
  const runs: Load[] = []
  for (const seconds of [2, 4, 4, 4]) {
    runs.push(await load(url, { ...options, seconds }))
    await sleep(500)
  }
  return medianRun(runs.slice(1))
}

/** Several addresses in turn, so that other work on the machine affects all alike: medians of five after a warm-up. */
export async function alternate<Name extends string>(urls: Record<Name, string>, options: Options = {}) {
  const names = Object.keys(urls) as Name[]
  const runs = new Map(names.map((name) => [name, [] as Load[]]))
  for (let round = 0; round < 6; round += 1) {
    for (const name of names) {
      const run = await load(urls[name], { seconds: 2, ...options })
      if (round > 0) runs.get(name)?.push(run)
    }
  }
  return Object.fromEntries([...runs].map(([name, each]) => [name, medianRun(each)])) as Record<Name, Load>
}

/** The shop's answer beside a peer that sends the same bytes: each on the first core and wrk on the second. */
export async function compareWithPeer(
  shop: Shop,
  path: string,
  { start, headers = {} }: { start: (response: RawResponse) => Promise<Peer>; headers?: Record<string, string> },
) {
  const response = await readRaw(shop.url + path, headers)
  await using peer = await start(response)
  await run('taskset', ['--all-tasks', '--cpu-list', '--pid', '0', `${shop.pid}`])
  const urls = { ours: shop.url + path, peer: peer.url }
  return { ...(await alternate(urls, { headers, core: 1 })), bytes: response.bytes.length }
}

/** The response as it is sent. The first one of a page is compressed fast, so it is requested before. */
async function readRaw(url: string, headers: Record<string, string>): Promise<RawResponse> {
  await (await fetch(url, { headers })).arrayBuffer()
  await sleep(500)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(url, { headers }, resolve).on('error', reject)
  const response = await promise
  const bytes = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>))
  const own = /^(?:date|connection|keep-alive)$/i
  const lines = response.rawHeaders.map((text, at, all) => (own.test(all[at & ~1] ?? '') ? null : text))
  return { bytes, headers: lines.filter((text) => text !== null) }
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
