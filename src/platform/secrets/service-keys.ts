import { sql } from 'kysely'
import { z } from 'zod'
import type { SealedPlace } from '../auth/sealed-texts.ts'
import { noteInAudit } from '../database/audit-log.ts'
import type { Changes, Freshness } from '../database/changes.ts'
import { type CopyInMemory, keepInMemory } from '../database/copy-in-memory.ts'
import type { Db, Tx } from '../database/db.ts'
import type { Seal } from './secrets.ts'

/** `webhookSecrets`: one for each webhook endpoint; while a secret is rotated, the old and the new. */
export type StripeKeys = { secretKey: string; webhookSecrets: string[] }
/** The keys of each service. Test and live keys of Stripe are two services, as they are there. */
type KeysOf = { stripe_test: StripeKeys; stripe_live: StripeKeys; mail: { smtpUrl: string } }
export type ServiceName = keyof KeysOf

const ofStripe = z.object({ secretKey: z.string(), webhookSecrets: z.array(z.string()) })
/** As they are sealed. */
const schemas: { [Service in ServiceName]: z.ZodType<KeysOf[Service]> } = {
  stripe_test: ofStripe,
  stripe_live: ofStripe,
  mail: z.object({ smtpUrl: z.string() }),
}

/** `keys`: null where they were sealed under another secret. `account`: whose they are, where the service says it. */
export type SavedKeys<Service extends ServiceName> = {
  keys: KeysOf[Service] | null
  account: string | null
  savedAt: Date
}

/** What is saved, by service. */
export type ServiceKeys = { [Service in ServiceName]: SavedKeys<Service> | null }

export const noKeys: ServiceKeys = { stripe_test: null, stripe_live: null, mail: null }

const purpose = (service: string) => `the keys of ${service}`

/** For `keys reseal`. Keys that are lost are typed again. */
export const sealedServiceKeys: SealedPlace = {
  name: 'keys of payments and e-mail',
  isNeeded: true,
  purpose,
  rows: sql`select service as key, sealed_keys as sealed from private.service_keys`,
  store: (changed) => sql`update private.service_keys as row set sealed_keys = changed.sealed from ${changed}
    where row.service = changed.key`,
}

export async function readServiceKeys(tx: Tx, seal: Seal): Promise<ServiceKeys> {
  const rows = await tx.selectFrom('private.service_keys').selectAll().execute()
  const saved = <Service extends ServiceName>(service: Service): SavedKeys<Service> | null => {
    const row = rows.find((each) => each.service === service)
    if (!row) return null
    const text = seal.tryOpen(row.sealed_keys, purpose(service))
    const keys = text === null ? null : schemas[service].parse(JSON.parse(text))
    return { keys, account: row.account, savedAt: row.updated_at }
  }
  return { stripe_test: saved('stripe_test'), stripe_live: saved('stripe_live'), mail: saved('mail') }
}

/** Replaces the keys of a service; the audit log says that they changed, and never what they are. */
export async function saveServiceKeys<Service extends ServiceName>(
  tx: Tx,
  seal: Seal,
  { service, keys, account = null }: { service: Service; keys: KeysOf[Service]; account?: string | null },
): Promise<void> {
  const sealed = seal.seal(JSON.stringify(keys), purpose(service))
  await sql`insert into private.service_keys (service, sealed_keys, account) values (${service}, ${sealed}, ${account})
    on conflict (service) do update set sealed_keys = excluded.sealed_keys, account = excluded.account,
      updated_at = excluded.updated_at`.execute(tx)
  await noteInAudit(tx, { table: 'service_keys', row: service, action: 'saved' })
}

export async function removeServiceKeys(tx: Tx, service: ServiceName): Promise<void> {
  await tx.deleteFrom('private.service_keys').where('service', '=', service).execute()
  await noteInAudit(tx, { table: 'service_keys', row: service, action: 'removed' })
}

/** The saved keys in memory, read again in every program when they change. */
export function openServiceKeys(
  db: Db,
  seal: Seal,
  changes: Changes,
  freshness: Freshness,
): Promise<CopyInMemory<ServiceKeys>> {
  const read = () => db.asService((tx) => readServiceKeys(tx, seal))
  return keepInMemory({ read, tables: ['service_keys'] }, changes, freshness)
}
