import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { countExampleGarments, type GarmentCounts } from '#features/catalogue/example-garments.ts'
import type { ShownDocument } from '#features/content/documents/read-documents.ts'
import { type ExampleText, findExampleTexts, listExampleFacts } from '#features/content/example-texts.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { ProviderName } from '#platform/payments/providers.ts'
import type { Config } from '../config/environment.ts'
import type { NewestBackup } from '../facts.ts'
import type { KeysInUse } from '../keys/keys-in-use.ts'

/** With which the administrator of a new shop signs in, where the environment has none. */
export const inventedAdministrator = 'owner@localhost.localdomain'

/** What the owner confirms, since no program can check it. */
export const confirmed = ['look', 'sizes', 'delivery', 'policies', 'email'] as const
export type Confirmed = (typeof confirmed)[number]

/** All that the steps of the list depend on. */
export type StartFacts = {
  live: boolean
  /** The address of an administrator who still has the one that a new shop invents, or null. */
  inventedSignIn: string | null
  /** Of pages and settings; the garments are counted beside them. */
  examples: readonly ExampleText[]
  exampleFacts: readonly string[]
  hasOwnLook: boolean
  garments: GarmentCounts
  stripe: { inUse: boolean; hasLiveKeys: boolean }
  /** The latest order that was paid at Stripe, one that was refunded first. */
  charge: { orderNumber: string; isRefunded: boolean } | null
  hasMailServer: boolean
  /** The latest test e-mail. */
  email: { recipient: string; state: 'waiting' | 'sent' | 'failed' } | null
  /** `email` only for the mail server and the sender of today. */
  marks: ReadonlySet<Confirmed>
  hasLaunchDay: boolean
  backupAt: Date | null
}

export type StartDeps = {
  config: Config
  db: Db
  serviceKeys: KeysInUse
  newestBackup: NewestBackup
  /** Every document that is shown now. */
  shown: () => readonly ShownDocument[]
}

export async function readStartFacts(deps: StartDeps): Promise<StartFacts> {
  const { config, db, serviceKeys } = deps
  const live = config.SHOP_MODE === 'live'
  const emailIsAbout = mailFingerprint(deps)
  // A folder or bucket that cannot be read has no backup that is of use.
  const backupAt = await deps.newestBackup().catch(() => null)
  return db.asService(async (tx) => {
    const marks = await tx.selectFrom('private.start_marks').select(['name', 'about']).execute()
    const settings = await tx
      .selectFrom('private.settings')
      .select('name')
      .where('name', 'in', ['launch_at', 'look'])
      .execute()
    const hasSetting = (name: string) => settings.some((each) => each.name === name)
    return {
      live,
      inventedSignIn: await findInventedSignIn(tx),
      examples: findExampleTexts(deps.shown()),
      exampleFacts: listExampleFacts(),
      hasOwnLook: hasSetting('look'),
      garments: await countExampleGarments(tx),
      stripe: {
        inUse: serviceKeys.stripe() !== null,
        hasLiveKeys: live ? serviceKeys.stripe() !== null : Boolean(serviceKeys.saved().stripe_live?.keys),
      },
      charge: await findCharge(tx),
      hasMailServer: serviceKeys.smtpUrl() !== undefined,
      email: await findTestEmail(tx),
      marks: new Set(
        confirmed.filter((name) =>
          marks.some((mark) => mark.name === name && (name !== 'email' || mark.about === emailIsAbout)),
        ),
      ),
      hasLaunchDay: config.LAUNCH_AT !== undefined || hasSetting('launch_at'),
      backupAt,
    }
  })
}

/** Which server and which sender an e-mail came through: another one has to be tried again. */
export function mailFingerprint({ config, serviceKeys }: Pick<StartDeps, 'config' | 'serviceKeys'>): string {
  const { hostname = '', username = '' } = URL.parse(serviceKeys.smtpUrl() ?? '') ?? {}
  return createHash('sha256')
    .update(JSON.stringify([hostname, username, config.mailFrom()]))
    .digest('hex')
}

async function findInventedSignIn(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select u.email from auth.users u join public.user_roles r on r.user_id = u.id
     where r.role = 'admin' and u.email = ${inventedAdministrator}`.execute(tx)
  return rows[0]?.email ?? null
}

const chargedBy: ProviderName = 'stripe'

async function findCharge(tx: Tx): Promise<StartFacts['charge']> {
  const { rows } = await sql<{ orderNumber: string; isRefunded: boolean }>`
    select order_number as "orderNumber", provider_state = 'refunded' as "isRefunded" from public.pre_orders
     where payment_provider = ${chargedBy} and provider_state in ('paid', 'partly_refunded', 'refunded')
     order by provider_state = 'refunded' desc, created_at desc limit 1`.execute(tx)
  return rows[0] ?? null
}

async function findTestEmail(tx: Tx): Promise<StartFacts['email']> {
  const { rows } = await sql<NonNullable<StartFacts['email']>>`
    select recipient, case state when 'sent' then 'sent' when 'failed' then 'failed' else 'waiting' end as state
      from private.outbox where kind = 'email_test' and recipient <> '' order by created_at desc limit 1`.execute(tx)
  return rows[0] ?? null
}
