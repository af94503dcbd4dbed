import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { withClient } from '#platform/database/with-client.ts'
import { programEnvironment } from '#tests/fixtures/program-environment.ts'

/** A process that runs the private database of `dataDir`. Rejects with its message and exit code. */
export async function runOwner(dataDir: string, { env = programEnvironment() }: { env?: NodeJS.ProcessEnv } = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'database-owner.ts'), dataDir], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const response = JSON.parse(line) as { connectionString: string; pid: number; refused?: string }
  if (response.refused) {
    const [exitCode] = (await exited) as [number]
    throw Object.assign(new Error(response.refused), { exitCode })
  }
  return {
    ...response,
    ownerPid: child.pid,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** The first column of the first row. */
export async function ask(connectionString: string, sql: string): Promise<unknown> {
  return withClient({ connectionString, connectionTimeoutMillis: 2_000 }, async (client) => {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' })
    return rows[0]?.[0]
  })
}

export async function temporaryDir({ mode = 0o711 } = {}) {
  const path = await mkdtemp(join(tmpdir(), 'faults-'))
  await chmod(path, mode)
  return { path, cluster: join(path, 'data'), [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
