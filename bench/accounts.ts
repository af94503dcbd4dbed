import { argon2Sync, randomBytes, randomUUID } from 'node:crypto'
import { hashPassword } from '#platform/auth/passwords/password.ts'
import { type Figures, median, timeEach } from './figures.ts'
import { load } from './load.ts'
import { openShop, request, type Shop, serviceRoleKey } from './shop.ts'

const password = 'a long enough one'
const signInPath = '/auth/v1/token?grant_type=password'
const clients = 8

/** Accounts under load, and whether response times reveal which addresses have one. */
export async function accounts(figures: Figures, samples = '2000'): Promise<void> {
  await using shop = await openShop({ RATE_LIMITS: 'false', WORKER: 'off' })
  const addresses = await makeAccounts(shop, Number(samples))
  await measureSignIns(figures, shop, addresses)
  await compareTimes(figures, shop, addresses)
}

async function makeAccounts(shop: Shop, count: number): Promise<string[]> {
  const password_hash = await hashPassword(password)
  const addresses = Array.from({ length: count }, () => `${randomUUID()}@example.com`)
  const make = async (client: number) => {
    for (let index = client; index < count; index += clients) {
      const body = { email: addresses[index], password_hash, email_confirm: true }
      await request(shop, '/auth/v1/admin/users', { body, key: serviceRoleKey })
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => make(client)))
  return addresses
}

/** Sign-ins without pause, while one visitor browses. */
async function measureSignIns({ add }: Figures, shop: Shop, addresses: string[]): Promise<void> {
  const [hashMs, quiet] = [await hashTime(), await load(`${shop.url}/shop?each=anew`, { connections: 2 })]
  let [done, errors, isOver] = [0, 0, false]
  const signIn = async (client: number) => {
    for (let index = client; !isOver; index += clients) {
      const body = { email: addresses[index % addresses.length], password }
      await request(shop, signInPath, { body }).then(
        () => (done += 1),
        () => (errors += 1),
      )
    }
  }
  const beganMs = performance.now()
  const flood = Array.from({ length: clients }, (_, client) => signIn(client))
  const anew = await load(`${shop.url}/shop?each=anew`, { connections: 2, seconds: 10 })
  const cached = await load(`${shop.url}/shop`, { connections: 2, seconds: 10 })
  const perSecond = done / ((performance.now() - beganMs) / 1_000)
  isOver = true
  await Promise.all(flood)
  add('argon2id hashes of one thread, nothing else running', 1_000 / hashMs, '/s')
  add('sign-ins while visitors browse', perSecond, '/s', {}, errors)
  add('sign-ins ÷ hashes of one thread', (perSecond * hashMs) / 1_000, '×')
  add('p99 of /shop rendered anew, no sign-ins', quiet.p99Ms, 'ms')
  add('p99 of /shop rendered anew, during the flood', anew.p99Ms, 'ms', { atMost: 300 }, anew.errors)
  add('p99 of /shop from the cache, during the flood', cached.p99Ms, 'ms', { atMost: 300 }, cached.errors)
}

async function hashTime(): Promise<number> {
  const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32, message: Buffer.from(password) }
  const times = await timeEach(60, () => argon2Sync('argon2id', { ...cost, nonce: randomBytes(16) }))
  return times.reduce((sum, ms) => sum + ms) / times.length
}

/** A known and an unknown address in turn, in changing order, so that other load on the machine affects both alike. */
async function compareTimes({ add }: Figures, shop: Shop, addresses: string[]): Promise<void> {
  const requests = {
    'sign-in': (email = '') =>
      request(shop, signInPath, { body: { email, password: 'not the right one' }, status: 400 }),
    'sign-up': (email = '') => request(shop, '/auth/v1/signup', { body: { email, password } }),
    'forgotten password': (email = '') => request(shop, '/auth/v1/recover', { body: { email } }),
  }
  for (const [what, send] of Object.entries(requests)) {
    const [known, unknown]: [number[], number[]] = [[], []]
    for (const [index, address] of addresses.entries()) {
      const times = [
        async () => known.push(...(await timeEach(1, () => send(address)))),
        async () => unknown.push(...(await timeEach(1, () => send(`${randomUUID()}@example.com`)))),
      ]
      for (const time of index % 2 ? times.toReversed() : times) await time()
    }
    const difference = Math.abs(median(known) - median(unknown))
    add(`${what}: median for a known address`, median(known), 'ms')
    add(`${what}: median for an unknown address`, median(unknown), 'ms')
    add(`${what}: difference of the medians over 2 × ${addresses.length}`, difference, 'ms', { atMost: 2 })
  }
}
