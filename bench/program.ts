import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Running = { url: string; startMs: number; rssMib(): number; stop(): Promise<void> }

/** A data folder that several starts can share and that is gone at the end. */
export async function dataFolder(): Promise<{ path: string; [Symbol.asyncDispose](): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Starts the built shop; `startMs` is from the spawn to the first page answered whole. */
export async function startShop(dataDir: string, port: number, env: Record<string, string> = {}): Promise<Running> {
  const before = performance.now()
  const child = spawn(process.execPath, ['build/server/server.js'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout?.resume()
  const url = `http://127.0.0.1:${port}`
  await firstPage(child, url)
  return {
    url,
    startMs: performance.now() - before,
    rssMib: () => residentMib(child.pid ?? 0),
    stop: () => stop(child),
  }
}

async function firstPage(child: ChildProcess, url: string): Promise<void> {
  const until = performance.now() + 60_000
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the shop ended with ${child.exitCode} before its first page`)
    const page = await fetch(`${url}/shop`).catch(() => null)
    if (page?.ok && (await page.text()).includes('</html>')) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('no page within a minute')
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** Of the program alone: PostgreSQL's processes are its children and counted apart. */
function residentMib(pid: number): number {
  const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kib ?? 0) / 1024
}
