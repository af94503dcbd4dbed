import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { withClient } from '#platform/database/with-client.ts'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { type HaProxy, startHaProxy } from './haproxy.ts'
import { giveToServers, type OwnFolder, type OwnProcess, ownFolder, startOwn, until } from './own-process.ts'

const binaries = '/usr/lib/postgresql/15/bin'
const passwords = { superuser: 'a superuser of the tests', replication: 'a replica of the tests', owner: 'owner' }

type Node = { name: string; port: number; restPort: number; folder: string; patroni: OwnProcess }

export type PatroniCluster = {
  /** The primary through HAProxy, as the owner of the shop's database, who is no superuser. */
  connectionString: string
  /** The name of the node that Patroni calls the leader; null while there is none. */
  leader(): Promise<string | null>
  /** Ends Patroni and PostgreSQL of a node by SIGKILL, as a machine that loses its power. */
  killNode(name: string): void
  startNode(name: string): Promise<void>
  /** Whether the node is a replica that streams from the primary. */
  isStreaming(name: string): Promise<boolean>
  /** The last lines of every server, for a failed test. */
  output(): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Three nodes of PostgreSQL 15 with synchronous commit under Patroni, over etcd, behind HAProxy, with an empty
 * database.
 */
export async function startPatroni(): Promise<PatroniCluster> {
  const folder = await ownFolder()
  const etcd = await startEtcd(folder)
  const ports = await freePorts(6)
  const nodes: Node[] = []
  const start = (at: string) =>
    startOwn('/usr/bin/patroni', [join(at, 'patroni.yml')], { folder: at, name: 'patroni', needs: 'patroni' })
  for (const [index, name] of ['node1', 'node2', 'node3'].entries()) {
    const [port = 0, restPort = 0] = ports.slice(index * 2)
    const at = join(folder.path, name)
    await mkdir(at, { mode: 0o700 })
    await writeFile(join(at, 'patroni.yml'), settingsOf({ name, port, restPort, etcdPort: etcd.port, at }))
    await Promise.all([giveToServers(at), giveToServers(join(at, 'patroni.yml'))])
    nodes.push({ name, port, restPort, folder: at, patroni: await start(at) })
  }
  const backends = nodes.map(({ name, port, restPort }) => ({ name, port, checkPort: restPort }))
  const proxy = await startHaProxy([{ kind: 'postgres', backends }])
  const nodeOf = (name: string) => {
    const found = nodes.find((each) => each.name === name)
    if (!found) throw new Error(`No node ${name}`)
    return found
  }
  const members = () => readMembers(nodes)
  const stateOf = async (name: string) => (await members()).find((member) => member.name === name)
  const cluster: PatroniCluster = {
    connectionString: `postgresql://shop_owner:${passwords.owner}@127.0.0.1:${proxy.ports[0]}/shop`,
    leader: async () =>
      (await members()).find(({ role, state }) => role === 'leader' && state === 'running')?.name ?? null,
    killNode(name) {
      const node = nodeOf(name)
      const family = processesOf(node)
      node.patroni.kill('SIGKILL')
      for (const pid of family) killIfThere(pid)
    },
    async startNode(name) {
      const node = nodeOf(name)
      node.patroni = await start(node.folder)
    },
    async isStreaming(name) {
      const member = await stateOf(name)
      return member !== undefined && member.role !== 'leader' && /^(running|streaming)$/.test(member.state)
    },
    output: () => lastLines(nodes),
    async [Symbol.asyncDispose]() {
      await Promise.all(nodes.map(({ patroni }) => patroni.stop()))
      await proxy[Symbol.asyncDispose]()
      await etcd.process.stop()
      await folder[Symbol.asyncDispose]()
    },
  }
  await makeDatabase(cluster, proxy, nodes).catch(async (error: unknown) => {
    const text = await cluster.output()
    await cluster[Symbol.asyncDispose]()
    throw new Error(`the cluster did not start:\n${text}`, { cause: error })
  })
  return cluster
}

async function startEtcd(folder: OwnFolder) {
  const [port = 0, peerPort = 0] = await freePorts(2)
  const [url, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const args = ['--name', 'etcd', '--data-dir', join(folder.path, 'etcd'), '--logger', 'zap']
  args.push('--listen-client-urls', url, '--advertise-client-urls', url, '--listen-peer-urls', peers)
  args.push('--initial-advertise-peer-urls', peers, '--initial-cluster', `etcd=${peers}`)
  const process = await startOwn('/usr/bin/etcd', args, { folder: folder.path, name: 'etcd', needs: 'etcd-server' })
  await until('etcd answers', async () => (await fetch(`${url}/health`)).ok)
  return { port, process }
}

type Place = { name: string; port: number; restPort: number; etcdPort: number; at: string }

/** JSON is YAML too. The times are the shortest that Patroni allows. */
function settingsOf({ name, port, restPort, etcdPort, at }: Place): string {
  const rest = `127.0.0.1:${restPort}`
  const address = `127.0.0.1:${port}`
  return JSON.stringify({
    scope: 'shop',
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    watchdog: { mode: 'off' },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, max_wal_size: '256MB', shared_buffers: '64MB', synchronous_commit: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: join(at, 'data'),
      bin_dir: binaries,
      pgpass: join(at, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
      },
      pg_hba: [
        'local all all scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
      parameters: { unix_socket_directories: at },
    },
  })
}

/** Waits for the primary and both replicas, then makes what a new external database needs (docs/operating/deploying.md). */
async function makeDatabase(cluster: PatroniCluster, { ports }: HaProxy, nodes: Node[]): Promise<void> {
  await until('the cluster has a leader', async () => (await cluster.leader()) !== null, { timeoutMs: 120_000 })
  const replicas = async () => {
    const streaming = await Promise.all(nodes.map(({ name }) => cluster.isStreaming(name)))
    return streaming.filter(Boolean).length === 2
  }
  await until('two replicas stream', replicas, { timeoutMs: 120_000 })
  const superuser = encodeURIComponent(passwords.superuser)
  const connectionString = `postgresql://postgres:${superuser}@127.0.0.1:${ports[0]}/postgres`
  // HAProxy ends connections until its first check has found the primary.
  const answers = () => withClient(connectionString, async (client) => (await client.query('select')).rowCount === 1)
  await until('HAProxy finds the primary', answers)
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const isSynchronous = async () => {
      const { rowCount } = await client.query(`select from pg_stat_replication where sync_state in ('sync', 'quorum')`)
      return rowCount === 1
    }
    await until('one replica is synchronous', isSynchronous)
    await client.query(`create role shop_owner login createrole password '${passwords.owner}'`)
    await client.query('create database shop owner shop_owner')
  } finally {
    await client.end()
  }
}

type Member = { name: string; role: string; state: string }

/** The cluster as the first node that answers sees it. */
async function readMembers(nodes: Node[]): Promise<Member[]> {
  for (const { restPort } of nodes) {
    const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => null,
    )
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

/** PostgreSQL's first process of a node, and its children. */
function processesOf({ folder }: Node): number[] {
  const first = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === first)
  return [first, ...children.map(Number)]
}

function parentOf(pid: string): number | null {
  try {
    // The name of the program may contain spaces, and is in brackets.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return null
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended with its parent.
  }
}

async function lastLines(nodes: Node[]): Promise<string> {
  const texts = await Promise.all(
    nodes.map(async ({ name, patroni }) => `${name}:\n${(await patroni.output()).split('\n').slice(-30).join('\n')}`),
  )
  return texts.join('\n\n')
}
