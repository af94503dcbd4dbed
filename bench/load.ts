import { spawn } from 'node:child_process'

export type Load = { requestsPerSecond: number; p99Ms: number; errors: number }

/** `script`: a wrk script, for requests that differ. */
type Options = { connections?: number; seconds?: number; headers?: Record<string, string>; script?: string }

/** One run of wrk with two threads against this machine. Every response but 2xx counts as an error. */
export async function load(
  url: string,
  { connections = 64, seconds = 8, headers = {}, script }: Options = {},
): Promise<Load> {
  const asked = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const text = await run('wrk', [
    '-t2',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '10s',
    '--latency',
    ...asked,
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

/** The median of three by requests per second, after a short warm-up: single runs mislead on a shared machine. */
export async function medianLoad(url: string, options: Options = {}): Promise<Load> {
  await load(url, { ...options, seconds: 3 })
  const runs = [await load(url, options), await load(url, options), await load(url, options)]
  runs.sort((one, other) => one.requestsPerSecond - other.requestsPerSecond)
  const [, median] = runs
  if (!median) throw new Error('no run')
  return { ...median, errors: runs.reduce((sum, run) => sum + run.errors, 0) }
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
