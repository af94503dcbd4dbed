import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { findEmbedded } from '#platform/database/embedded/find-embedded.ts'
import { issueKeys } from '#platform/http/identity/tokens.ts'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { dataFolder, type Running, startShop } from '#tests/fixtures/program.ts'

const secret = 'a secret of the bench, long enough to be one'
const owner = { email: 'owner@example.com', password: 'a password of the bench' }
export const { anonKey, serviceRoleKey } = await issueKeys(secret)

export type Shop = Running & { folder: string }

/** Starts the built shop with an owner, over a new data folder unless there is one already. */
export async function openShop(env: Record<string, string> = {}, folder?: string): Promise<Shop> {
  await using opened = new AsyncDisposableStack()
  const path = folder ?? opened.use(await dataFolder()).path
  const [port = 0] = await freePorts(1)
  const account = { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password }
  const running = opened.use(await startShop(path, port, { JWT_SECRET: secret, ...account, ...env }))
  const rest = opened.move()
  return { ...running, folder: path, [Symbol.asyncDispose]: () => rest.disposeAsync() }
}

/** The connection string of a running shop's own database. */
export async function databaseOf({ folder }: Shop): Promise<string> {
  const found = await findEmbedded({ dataDir: join(folder, 'postgres') })
  if (!found) throw new Error('the shop runs without a database of its own: unset DATABASE_URL')
  return found
}

/** `status`: the expected one instead of any success; `'any'` accepts all. */
type Request = { body?: object; key?: string; token?: string; status?: number | 'any' }

/** A request to the shop's API, a POST where there is a body. Throws unless it is answered as expected. */
export async function request({ url }: Running, path: string, { body, key = anonKey, token, status }: Request = {}) {
  const isForm = body instanceof FormData
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...{ apikey: key, Authorization: `Bearer ${token ?? key}`, Prefer: 'count=exact' },
      ...(!isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const isExpected = status === 'any' || (status ? response.status === status : response.ok)
  if (!isExpected) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response
}

export type Ask = (path: string, body?: object) => Promise<Response>

/** Requests by the shop's owner. */
export async function askAsOwner(shop: Running): Promise<Ask> {
  const session = await request(shop, '/auth/v1/token?grant_type=password', { body: owner })
  const { access_token: token } = (await session.json()) as { access_token: string }
  return (path, body) => request(shop, path, { token, ...(body && { body }) })
}

/** `CHROMIUM_PATH`, or the machine's Chromium. */
export function launchBrowser(args: string[] = []): Promise<Browser> {
  const paths = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome']
  const executablePath = paths.find((path) => path && existsSync(path))
  if (!executablePath) throw new Error('Install a Chromium, or name it in CHROMIUM_PATH')
  return chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu', ...args] })
}
