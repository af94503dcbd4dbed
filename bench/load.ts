import { spawn } from 'node:child_process'

export type Load = { requestsPerSecond: number; p99Ms: number; errors: number }

/** `script`: a wrk script, for requests that differ. `core`: wrk runs there alone, with one thread instead of two. */
type Options = {
  connections?: number
  seconds?: number
  headers?: Record<string, string>
  script?: string
  core?: number
}

/** One run of wrk against this machine. Every response other than 2xx or 3xx counts as an error. */
export async function load(
  url: string,
  { connections = 64, seconds = 8, headers = {}, script, core }: Options = {},
): Promise<Load> {
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const [command, ...first] = core === undefined ? ['wrk', '-t2'] : ['taskset', '-c', String(core), 'wrk', '-t1']
  const text = await run(command, [
    ...first,
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '10s',
    '--latency',
    ...headerArgs,
    ...(script ? ['-s', script] : []),
    url,
  ])
  const p99 = /99%\s+([\d.]+)(us|ms|s)/.exec(text)
  const factor = { us: 0.001, ms: 1, s: 1_000 }[p99?.[2] ?? 'ms'] ?? 1
  const socket = [...text.matchAll(/(?:connect|read|write|timeout) (\d+)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1] ?? 0),
    p99Ms: Number(p99?.[1] ?? 0) * factor,
    errors: socket + Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0),
  }
}

/** The median of three runs, by requests per second: single runs differ on a shared machine. */
export async function medianLoad(url: string, options: Options = {}): Promise<Load> {
  const [median] = await medianLoads([url], { rounds: 3, ...options })
  if (!median) throw new Error('no run')
  return median
}

/**
 * The median run of each address, by requests per second, in interleaved rounds after a warm-up: other work on the
 * machine then affects all addresses alike. `errors` are those of all rounds.
 */
export async function medianLoads(
  urls: string[],
  { rounds, ...options }: Options & { rounds: number },
): Promise<Load[]> {
  for (const url of urls) await load(url, { ...options, seconds: 5 })
  const runs = urls.map((): Load[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [index, url] of urls.entries()) runs[index]?.push(await load(url, options))
  return runs.map(medianOf)
}

function medianOf(runs: Load[]): Load {
  const sorted = runs.toSorted((one, other) => one.requestsPerSecond - other.requestsPerSecond)
  const median = sorted[Math.floor(sorted.length / 2)]
  if (!median) throw new Error('no run')
  return { ...median, errors: runs.reduce((sum, run) => sum + run.errors, 0) }
}

/** Cores for comparisons of two servers: the servers on one, the load generator on the other. */
export const serverCore = 0
export const loadCore = 1

/** Lets a process and its threads run on one core only (Linux). */
export async function pinToCore(pid: number, core: number): Promise<void> {
  await run('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)])
}

export function run(command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.once('error', (error) => reject(new Error(`${command} cannot be run (install it first): ${error.message}`)))
    child.once('exit', (code) => (code === 0 ? resolve(text) : reject(new Error(`${command} ended with ${code}`))))
  })
}
