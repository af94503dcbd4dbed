import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database/db.ts'
import { AppError } from '../http/errors/app-error.ts'
import type { Seal } from '../secrets/secrets.ts'
import { sealedForFactor } from './factors/totp.ts'
import { sealedForProvider } from './mail-links/flows.ts'
import { sealedForFlow } from './oauth/provider-flow.ts'
import { sealedForEmail } from './queue-auth-email.ts'
import { sealedForSigningKey } from './sessions/signing-keys.ts'

type Row = { key: string; sealed: string }

/** Sealed texts of the database that the shop may still open. */
export type SealedPlace = {
  name: string
  /** False where nothing is lost: the shop makes new signing keys, and an unfinished sign-in or app begins again. */
  isNeeded: boolean
  purpose(key: string): string
  rows: RawBuilder<Row>
  /** Stores other texts; `changed` has the columns `key` and `sealed`. */
  store(changed: RawBuilder<unknown>): RawBuilder<unknown>
}

const apps = ofApps('secrets of authenticator apps', 'verified')

/** Every sealed column of the platform. E-mails that were sent, and keys that only verify, are never opened again. */
const places: SealedPlace[] = [
  apps,
  {
    name: 'links in waiting e-mails',
    isNeeded: true,
    purpose: () => sealedForEmail,
    rows: sql<Row>`select id::text as key, data ->> 'sealed' as sealed from private.outbox
      where state in ('waiting', 'sending', 'failed') and data ? 'sealed'`,
    store: (changed) => sql`update private.outbox as row
      set data = jsonb_set(row.data, '{sealed}', to_jsonb(changed.sealed)) from ${changed}
      where row.id = changed.key::uuid`,
  },
  {
    name: 'signing keys',
    isNeeded: false,
    purpose: () => sealedForSigningKey,
    rows: sql<Row>`select kid as key, sealed_private_jwk as sealed from private.signing_keys where retired_at is null`,
    store: (changed) => sql`update private.signing_keys as row set sealed_private_jwk = changed.sealed from ${changed}
      where row.kid = changed.key`,
  },
  ofApps('secrets of authenticator apps being set up', 'unverified'),
  ofFlows('sign-ins with a provider under way', 'provider_state', sealedForFlow),
  ofFlows('access tokens of providers', 'provider_access_token', sealedForProvider),
  ofFlows('refresh tokens of providers', 'provider_refresh_token', sealedForProvider),
]

function ofApps(name: string, status: 'verified' | 'unverified'): SealedPlace {
  return {
    name,
    isNeeded: status === 'verified',
    purpose: sealedForFactor,
    // One that was imported from a hosted project may be unencrypted.
    rows: sql<Row>`select id::text as key, secret as sealed from auth.mfa_factors
      where secret like 'v1.%' and status = ${status}`,
    store: (changed) => sql`update auth.mfa_factors as row set secret = changed.sealed from ${changed}
      where row.id = changed.key::uuid`,
  }
}

function ofFlows(name: string, column: string, purpose: string): SealedPlace {
  const text = sql.ref(column)
  return {
    name,
    isNeeded: false,
    purpose: () => purpose,
    rows: sql<Row>`select id::text as key, ${text} as sealed from auth.flow_state where ${text} is not null`,
    store: (changed) => sql`update auth.flow_state as row set ${text} = changed.sealed from ${changed}
      where row.id = changed.key::uuid`,
  }
}

export type Resealed = { name: string; resealed: number; already: number; unreadable: number }

/**
 * Seals everything that `former` opens again with `present`, and returns what it did, place by place. What `present`
 * opens stays, so it can be repeated. Refuses forbidden, and changes nothing, where something that would be lost opens
 * with neither, unless `leaveOut`: then that stays as it is. `others`: the places of features.
 */
export async function reseal(
  tx: Tx,
  {
    former,
    present,
    leaveOut = false,
    others: more = [],
  }: { former: Seal; present: Seal; leaveOut?: boolean; others?: readonly SealedPlace[] },
): Promise<Resealed[]> {
  const done: Resealed[] = []
  const lost: string[] = []
  for (const { name, isNeeded, purpose, rows, store } of [...places, ...more]) {
    const found = (await sql<Row>`${rows} for update`.execute(tx)).rows
    const others = found.filter(({ key, sealed }) => present.tryOpen(sealed, purpose(key)) === null)
    const changed = others.flatMap(({ key, sealed }) => {
      const text = former.tryOpen(sealed, purpose(key))
      return text === null ? [] : [{ key, sealed: present.seal(text, purpose(key)) }]
    })
    const unreadable = others.length - changed.length
    if (changed.length > 0) await store(recordset(changed)).execute(tx)
    if (unreadable > 0 && isNeeded) lost.push(`${name}: ${unreadable}`)
    done.push({ name, resealed: changed.length, already: found.length - others.length, unreadable })
  }
  if (lost.length > 0 && !leaveOut) {
    throw new AppError(
      'forbidden',
      `Neither JWT_SECRET nor FORMER_JWT_SECRET can read these, so nothing was changed. ${lost.join(', ')}. ` +
        'Correct FORMER_JWT_SECRET, or add --leave-out: they stay as they are, and are lost with their secret.',
    )
  }
  return done
}

/** How many authenticator apps in use have a secret that `seal` does not open: their users cannot sign in. */
export async function countUnreadableApps(tx: Tx, seal: Seal): Promise<number> {
  const { rows } = await apps.rows.execute(tx)
  return rows.filter(({ key, sealed }) => seal.tryOpen(sealed, apps.purpose(key)) === null).length
}

function recordset(rows: Row[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as changed (key text, sealed text)`
}
