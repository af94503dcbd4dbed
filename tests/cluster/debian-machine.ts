import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { ownFolder, until } from './own-process.ts'

export type DebianMachine = {
  /** The database of the shop, on the cluster `15 main`. */
  connectionString: string
  port: number
  /** Runs commands as an operator does, in the shop's folder, and returns what they print. Rejects when one fails. */
  run(commands: string, env?: Record<string, string>): Promise<string>
  /** The arguments of every `systemctl` so far. */
  services(): Promise<string[]>
  [Symbol.asyncDispose](): Promise<void>
}

const password = 'the shop of the tests'

const sudo = `#!/bin/sh
if [ "$1" = -u ]; then user=$2; shift 2; exec runuser -u "$user" -- "$@"; fi
exec "$@"
`

/**
 * The file system of a Debian server with PostgreSQL 15 and pgBackRest, in a mount namespace: commands change `/etc`,
 * `/mnt` and `/var` there, and not on the machine of the tests. `sudo` runs a command as it is, and `systemctl` notes
 * its arguments. Needs root, and Debian's packages postgresql-15 and pgbackrest.
 */
export async function startDebianMachine(): Promise<DebianMachine> {
  if (process.getuid?.() !== 0) throw new Error('This test makes a file system of its own: run it as root.')
  const folder = await ownFolder()
  const at = (name: string) => join(folder.path, name)
  await mkdir(at('bin'))
  await writeFile(at('called'), '')
  await writeFile(at('bin/sudo'), sudo)
  await writeFile(at('bin/systemctl'), `#!/bin/sh\necho "$*" >> ${at('called')}\n`)
  for (const name of ['sudo', 'systemctl']) await chmod(at(`bin/${name}`), 0o755)
  const holder = spawn('unshare', ['--mount', 'sh', '-euc', fileSystem(folder.path)], { stdio: 'inherit' })
  process.once('exit', () => holder.kill('SIGKILL'))
  await until('the file system is made', async () => (await readFile(at('ready'), 'utf8')) !== '')
  let count = 0

  async function run(commands: string, env: Record<string, string> = {}): Promise<string> {
    count += 1
    // A file and no pipe: PostgreSQL would keep the pipe open.
    const file = at(`output-${count}`)
    const out = openSync(file, 'w')
    const inside = ['--mount', `--target=${holder.pid}`, `--wdns=${process.cwd()}`]
    const child = spawn('nsenter', [...inside, 'bash', '-euo', 'pipefail', '-c', commands], {
      env: { PATH: `${at('bin')}:${process.env.PATH}`, HOME: '/root', LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', out, out],
    })
    const [code] = await once(child, 'exit')
    const output = await readFile(file, 'utf8')
    if (code !== 0) throw new Error(`${commands}\nended with ${code}:\n${output}`)
    return output
  }

  const [port = 0] = await freePorts(1)
  await run(`pg_createcluster 15 main --port ${port} --locale C.UTF-8 --start
sudo -u postgres createuser --createrole shop
sudo -u postgres createdb --owner shop shop
sudo -u postgres psql -c "alter role shop password '${password}'"`)
  return {
    connectionString: `postgresql://shop:${encodeURIComponent(password)}@127.0.0.1:${port}/shop`,
    port,
    run,
    services: async () => (await readFile(at('called'), 'utf8')).trim().split('\n'),
    async [Symbol.asyncDispose]() {
      await run('pg_ctlcluster 15 main stop --mode immediate').catch(() => undefined)
      const ended = once(holder, 'exit')
      holder.kill('SIGKILL')
      await ended
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** Folders of its own in place of those that PostgreSQL's packages use; a copy of /etc; no systemd. */
function fileSystem(path: string): string {
  return `
cp -a /etc ${path}/etc
rm -rf ${path}/etc/postgresql/*/* ${path}/etc/pgbackrest.conf
mount --bind ${path}/etc /etc
for each in /var/lib/postgresql /var/log/postgresql /var/log/pgbackrest /run/postgresql /mnt; do
  own=${path}/own$(echo $each | tr / -)
  mkdir $own
  chown --reference=$each $own
  chmod --reference=$each $own
  mount --bind $own $each
done
if [ -d /run/systemd/system ]; then mount -t tmpfs none /run/systemd; fi
echo yes > ${path}/ready
exec sleep infinity
`
}
