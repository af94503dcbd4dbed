import { createPublicKey } from 'node:crypto'
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { sql } from 'kysely'
import { type Changes, newestReading } from '#platform/database/changes.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { KeySet } from '#platform/http/identity/tokens.ts'
import type { Log } from '#platform/log.ts'
import type { Seal } from '#platform/secrets/secrets.ts'

export type TokenAlgorithm = 'ES256' | 'RS256' | 'HS256'

export type SigningKeys = KeySet & {
  /** Signs with the newest key; the header names it. Throws where no key is left, until the next start makes one. */
  sign(claims: Record<string, unknown>): Promise<string>
  /** The public halves, for jwks.json: none where tokens are signed with the secret itself. */
  publicKeys(): JWK[]
}

type Options = {
  db: Db
  seal: Seal
  changes: Pick<Changes, 'onChange' | 'listening'>
  log: Log
  algorithm: TokenAlgorithm
  /** JWT_SECRET, for HS256. */
  secret: string
}
type Asymmetric = 'ES256' | 'RS256'
/** `endsMs`: until when a retired key verifies, by `performance.now()`. */
type Verifying = { algorithm: Asymmetric; key: CryptoKey; jwk: JWK; endsMs: number }
type Ring = { verifying: Map<string, Verifying>; signing: { kid: string; key: CryptoKey } | null }

/** How long a retired key verifies: far longer than any token it signed. */
const verifiesAfterRetiring = '1 day'
/** The purpose under which a private half is encrypted. */
export const sealedForSigningKey = 'signing key'
/** Of RS256: 2,048 bits, the default, are weaker than the 128 bits of security of everything else. */
const modulusLength = 3_072

/**
 * The signing keys of users' tokens, shared by all instances through the database and encrypted there. The first start
 * creates one. A key that JWT_SECRET no longer decrypts still verifies, so changing the secret signs no user out.
 */
export async function openSigningKeys({ db, seal, changes, log, algorithm, secret }: Options): Promise<SigningKeys> {
  const symmetric = new TextEncoder().encode(secret)
  if (algorithm !== 'HS256')
    await db.asService(async (tx) => {
      await lockKeys(tx)
      const { signing } = await readRing(tx, seal, algorithm)
      if (!signing) await createSigningKey(tx, seal, algorithm)
    })
  const read = () => db.asService((tx) => readRing(tx, seal, algorithm))
  let ring = await read()
  let readAtMs = performance.now()
  /** Whether the keys were read since the last notification. */
  let isRead = true
  /** The reading that began last. */
  let reading: Promise<void> = Promise.resolve()

  const takeNewest = newestReading(read, (found) => {
    ring = withHeldKey(found, ring.signing)
  })
  function readAgain(): Promise<void> {
    readAtMs = performance.now()
    isRead = true
    reading = takeNewest().catch((error: unknown) => {
      isRead = false
      throw error
    })
    return reading
  }
  changes.onChange((table) => {
    if (table === 'signing_keys' || table === '*')
      readAgain().catch((error: unknown) => log.error({ error }, 'could not read the signing keys again'))
  })
  const valid = () => [...ring.verifying.values()].filter(({ endsMs }) => performance.now() < endsMs)

  return {
    async find(kid) {
      // Read at most once a second, whatever invented key ids arrive. A key may have been made, or deleted, without a
      // notification that reached this instance.
      const mayBeOutdated = !ring.verifying.has(kid) || !isRead || !changes.listening()
      if (mayBeOutdated) await (performance.now() - readAtMs > 1_000 ? readAgain() : reading)
      const found = ring.verifying.get(kid)
      return found && performance.now() < found.endsMs ? { key: found.key, algorithm: found.algorithm } : null
    },
    async sign(claims) {
      const { signing } = ring
      const token = new SignJWT(claims)
      if (algorithm === 'HS256') return token.setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(symmetric)
      // Never with the secret instead: it may be a former one that others know.
      if (!signing) throw new Error('There is no signing key that JWT_SECRET can read: start the shop again')
      return token.setProtectedHeader({ alg: algorithm, kid: signing.kid, typ: 'JWT' }).sign(signing.key)
    },
    publicKeys: () => (algorithm === 'HS256' ? [] : valid().map(({ jwk }) => jwk)),
  }
}

/**
 * After `keys reseal` a program that still runs with the former secret can read no key: it goes on with the one that it
 * holds, as long as that one is accepted.
 */
function withHeldKey(read: Ring, held: Ring['signing']): Ring {
  return !read.signing && held && read.verifying.has(held.kid) ? { ...read, signing: held } : read
}

/**
 * Creates a new key and retires the others, which still verify: no user is signed out. Returns its `kid`. Refuses
 * forbidden where `seal` decrypts none of the present keys: the shop could not use a key encrypted under another
 * secret.
 */
export async function rotateSigningKey(db: Db, seal: Seal, algorithm: Asymmetric): Promise<string> {
  return db.asService(async (tx) => {
    await lockKeys(tx)
    await requireOwnSecret(tx, seal)
    await sql`update private.signing_keys set retired_at = now() where retired_at is null`.execute(tx)
    await sql`delete from private.signing_keys
      where retired_at < now() - ${verifiesAfterRetiring}::interval`.execute(tx)
    return createSigningKey(tx, seal, algorithm)
  })
}

async function requireOwnSecret(tx: Tx, seal: Seal): Promise<void> {
  const keys = await tx
    .selectFrom('private.signing_keys')
    .select('sealed_private_jwk')
    .where('retired_at', 'is', null)
    .execute()
  if (keys.length === 0 || keys.some(({ sealed_private_jwk }) => seal.tryOpen(sealed_private_jwk, sealedForSigningKey)))
    return
  const message = 'JWT_SECRET is not the one this shop runs with. If it was changed, start the shop first.'
  throw new AppError('forbidden', message)
}

/** Of concurrent starts, one creates the key. */
async function lockKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7203519450)`.execute(tx)
}

/** Adds a key, with which tokens are signed from then on, and returns its `kid`. The others stay as they are. */
export async function createSigningKey(tx: Tx, seal: Seal, algorithm: Asymmetric): Promise<string> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true, modulusLength })
  const jwk = await exportJWK(privateKey)
  const bare = createPublicKey({ key: jwk as never, format: 'jwk' }).export({ format: 'jwk' }) as JWK
  const kid = await calculateJwkThumbprint(bare)
  const publicJwk = { ...bare, kid, alg: algorithm, use: 'sig', key_ops: ['verify'] }
  await tx
    .insertInto('private.signing_keys')
    .values({
      kid,
      algorithm,
      public_jwk: JSON.stringify(publicJwk),
      sealed_private_jwk: seal.seal(JSON.stringify(jwk), sealedForSigningKey),
    })
    .execute()
  return kid
}

async function readRing(tx: Tx, seal: Seal, algorithm: TokenAlgorithm): Promise<Ring> {
  const rows = await tx
    .selectFrom('private.signing_keys')
    .selectAll()
    .select(
      sql<
        number | null
      >`(extract(epoch from retired_at + ${verifiesAfterRetiring}::interval - now()) * 1000)::float8`.as('msLeft'),
    )
    .where(sql<boolean>`(retired_at is null or retired_at > now() - ${verifiesAfterRetiring}::interval)`)
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute()
  const ring: Ring = { verifying: new Map(), signing: null }
  const readMs = performance.now()
  for (const { kid, algorithm: its, public_jwk, sealed_private_jwk, retired_at, msLeft } of rows) {
    const jwk = public_jwk as JWK
    const key = (await importJWK(jwk, its)) as CryptoKey
    const endsMs = msLeft === null ? Number.POSITIVE_INFINITY : readMs + msLeft
    ring.verifying.set(kid, { algorithm: its as Asymmetric, key, jwk, endsMs })
    if (ring.signing || retired_at || its !== algorithm) continue
    const privateJwk = seal.tryOpen(sealed_private_jwk, sealedForSigningKey)
    if (privateJwk) ring.signing = { kid, key: (await importJWK(JSON.parse(privateJwk), its)) as CryptoKey }
  }
  return ring
}
