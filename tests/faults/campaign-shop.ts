import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { createUnsubscribeLinks } from '#features/subscribers/subscriber-deps.ts'
import { deriveSecret } from '#platform/secrets/secrets.ts'
import { addReaders } from '#tests/fixtures/campaign-engine.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'

export type PressAnswer = { campaign_id: string; state: string; sent_count: number; queued_count: number }

export type CampaignShop = {
  db: TestDatabase
  /** Starts the program again; waits until it responds. */
  start(): Promise<void>
  /** Kills the program as a power cut would, or stops it with SIGTERM; returns the duration in ms. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number>
  /** An administrator presses Send; null without a response. */
  press(words?: { subject: string; message: string }): Promise<PressAnswer | null>
  /**
   * Follows the unsubscribe link of a recipient who may not have the e-mail yet. Resolves when the shop has confirmed.
   */
  unsubscribe(email: string): Promise<void>
  /** The number of recipients in each state, over all campaigns. */
  counts(): Promise<Record<string, number>>
  rows(): Promise<{ email: string; state: string; attempts: number }[]>
  /** Makes all postponed retries due. */
  passPauses(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const siteUrl = 'http://shop.test'
const words = { subject: 'We are open', message: 'Come and see.' }

/** A shop with this many subscribers, whose program a test can kill. `service`: `smtp` URL, or `klaviyo` URL KEY. */
export async function campaignShop({
  readers,
  service,
}: {
  readers: number
  service: string[]
}): Promise<CampaignShop> {
  const db = await testDatabase()
  await addReaders(db, readers)
  const { id: adminId } = await db.user({ admin: true })
  const token = await new SignJWT({ aud: 'authenticated', role: 'authenticated', sub: adminId, aal: 'aal1' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode('a secret of the tests, long enough to be one'))
  const links = createUnsubscribeLinks({ siteUrl, secret: deriveSecret('a secret of the tests', 'unsubscribing') })
  let child: ChildProcess | undefined
  let url = ''

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return 0
    const before = performance.now()
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    return performance.now() - before
  }

  const rows = async () =>
    (
      await db.asService((tx) =>
        sql<{ email: string; state: string; attempts: number }>`
          select email, state, attempts from private.campaign_recipients order by id`.execute(tx),
      )
    ).rows

  return {
    db,
    async start() {
      const program = spawn(process.execPath, ['tests/faults/campaign-program.ts', db.connectionString, ...service], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = program
      const [line] = await once(createInterface({ input: program.stdout }), 'line')
      url = String(line)
    },
    end,
    press: (pressed = words) =>
      fetch(`${url}/functions/v1/send-klaviyo-launch-email`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(pressed),
      }).then(answered, () => null),
    async unsubscribe(email) {
      const { id } = await db.asService((tx) =>
        tx.selectFrom('email_signups').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
      )
      const link = /<(.*)>/.exec(links.headersFor(id)['List-Unsubscribe'] ?? '')?.[1] ?? ''
      const response = await fetch(link.replace(siteUrl, url), {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      })
      if (!response.ok) throw new Error(`unsubscribing answered ${response.status}`)
    },
    rows,
    async counts() {
      const { rows: counted } = await db.asService((tx) =>
        sql<{ state: string; count: number }>`
          select state, count(*)::int as count from private.campaign_recipients group by state`.execute(tx),
      )
      return Object.fromEntries(counted.map(({ state, count }) => [state, count]))
    },
    async passPauses() {
      await db.asService(async (tx) => {
        await sql`update private.campaign_recipients set next_attempt_at = now() where state = 'waiting'`.execute(tx)
        await sql`update private.campaigns set resume_at = now() where resume_at is not null`.execute(tx)
      })
    },
    async [Symbol.asyncDispose]() {
      await end('SIGKILL')
      await db[Symbol.asyncDispose]()
    },
  }
}

async function answered(response: Response): Promise<PressAnswer | null> {
  const body = await response.json().catch(() => null)
  if (body && !response.ok) throw new Error(`Send answered ${response.status}: ${JSON.stringify(body)}`)
  return body
}
