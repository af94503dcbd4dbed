import { argon2Sync, randomBytes, randomUUID } from 'node:crypto'
import { cpus } from 'node:os'
import { hashPassword } from '#platform/auth/passwords/password.ts'
import { issueKeys } from '#platform/http/identity/keys.ts'
import { dataFolder, type Running, startShop } from '#tests/fixtures/program.ts'
import { collectFigures } from './figures.ts'
import { load } from './load.ts'
import { compareTimes } from './timing.ts'

/**
 * Accounts under load, and whether response times reveal which addresses have one: `npm run bench -- accounts`. Run it
 * on a quiet machine; about six minutes.
 */
const port = 22_920
const samples = Number(process.argv[2] ?? 2_000)
const password = 'a long enough one'
const { add, note, print } = collectFigures()
const secret = randomUUID() + randomUUID()
const { anonKey, serviceRoleKey } = await issueKeys(secret)
await using data = await dataFolder()
const shop = await startShop(data.path, port, { JWT_SECRET: secret, RATE_LIMITS: 'false', WORKER: 'off' })
try {
  const addresses = await makeAccounts(shop, samples)
  await benchSignIns(shop, addresses)
  await benchTimes(shop, addresses)
} finally {
  await shop.stop()
}
print(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)

/** Sign-ins by eight clients without pause, while one visitor browses. */
async function benchSignIns({ url }: Running, addresses: string[]): Promise<void> {
  const hashesPerSecond = countHashes()
  const quietP99 = (await load(`${url}/shop?each=anew`, { connections: 2, seconds: 8 })).p99Ms
  const signIns = flood(url, addresses)
  const anew = await load(`${url}/shop?each=anew`, { connections: 2, seconds: 10 })
  const cached = await load(`${url}/shop`, { connections: 2, seconds: 10 })
  const { perSecond, errors } = await signIns.stop()
  note('argon2id hashes of one thread, nothing else running', hashesPerSecond, '/s')
  note('sign-ins while visitors browse', perSecond, '/s', errors)
  note('sign-ins ÷ hashes of one thread', perSecond / hashesPerSecond, '×')
  note('p99 of /shop rendered anew, no sign-ins', quietP99, 'ms')
  add('p99 of /shop rendered anew, during the flood', anew.p99Ms, 'ms', { atMost: 300 }, anew.errors)
  add('p99 of /shop from the cache, during the flood', cached.p99Ms, 'ms', { atMost: 300 }, cached.errors)
}

async function benchTimes({ url }: Running, addresses: string[]): Promise<void> {
  const known = (index: number) => addresses[index] ?? ''
  const unknown = () => `${randomUUID()}@example.com`
  const wrong = { password: 'not the right one' }
  const asks: [string, (email: string) => Promise<void>][] = [
    ['sign-in', (email) => post(url, '/token?grant_type=password', { email, ...wrong }, 400)],
    ['sign-up', (email) => post(url, '/signup', { email, password }, 200)],
    ['forgotten password', (email) => post(url, '/recover', { email }, 200)],
  ]
  for (const [what, ask] of asks) {
    const found = await compareTimes(
      samples,
      (index) => ask(known(index)),
      () => ask(unknown()),
    )
    note(`${what}: median for a known address`, found.medianOfOneMs, 'ms')
    note(`${what}: median for an unknown address`, found.medianOfOtherMs, 'ms')
    add(`${what}: difference of the medians over 2 × ${samples}`, found.differenceMs, 'ms', { atMost: 2 })
    note(`${what}: Mann-Whitney p`, found.p, '')
  }
}

function flood(url: string, addresses: string[]) {
  let done = 0
  let errors = 0
  let running = true
  const startedMs = performance.now()
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let index = client; running; index += 8) {
      const email = addresses[index % addresses.length] ?? ''
      await post(url, '/token?grant_type=password', { email, password }, 200).then(
        () => (done += 1),
        () => (errors += 1),
      )
    }
  })
  return {
    async stop() {
      const perSecond = done / ((performance.now() - startedMs) / 1_000)
      running = false
      await Promise.all(clients)
      return { perSecond, errors }
    },
  }
}

async function makeAccounts({ url }: Running, count: number): Promise<string[]> {
  const password_hash = await hashPassword(password)
  const addresses = Array.from({ length: count }, () => `${randomUUID()}@example.com`)
  const waiting = [...addresses]
  const makers = Array.from({ length: 8 }, async () => {
    for (let email = waiting.pop(); email; email = waiting.pop()) {
      await post(url, '/admin/users', { email, password_hash, email_confirm: true }, 200, serviceRoleKey)
    }
  })
  await Promise.all(makers)
  return addresses
}

async function post(url: string, path: string, body: object, expected: number, key = anonKey): Promise<void> {
  const response = await fetch(`${url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (response.status !== expected) throw new Error(`${path} answered ${response.status}: ${text}`)
}

function countHashes(): number {
  const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
  const before = performance.now()
  const times = 60
  for (let index = 0; index < times; index += 1) {
    argon2Sync('argon2id', { ...cost, message: Buffer.from(password), nonce: randomBytes(16) })
  }
  return times / ((performance.now() - before) / 1_000)
}
