import { errors, jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { RenderingRequest } from '../pictures/rendering.ts'
import { badSchema, StorageError } from '../storage-error.ts'

/** What the bearer of a signed URL may do with one object until it expires. */
export type Grant =
  | { purpose: 'read'; object: string }
  /** To read an image in this rendering only. */
  | { purpose: 'render'; object: string; asked: RenderingRequest }
  | { purpose: 'upload'; object: string; owner: string | null; upsert: boolean }

/** The shop's time, which decides the expiry. */
export async function shopNow(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select public.shop_now() as now`.execute(tx)
  if (!rows[0]) throw new Error('The database did not say what time it is')
  return rows[0].now
}

/**
 * A token that is valid for so many seconds. `secret` signs nothing else, so a token of another kind is never accepted.
 */
export function signGrant(grant: Grant, { secret, now, seconds }: { secret: string; now: Date; seconds: number }) {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const { object, ...rest } = grant
  return new SignJWT({ url: object, ...rest })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(new TextEncoder().encode(secret))
}

/** Verifies a token for that object. Refuses InvalidSignature, also for another object or purpose, and ExpiredToken. */
export async function readGrant<Purpose extends Grant['purpose']>(
  token: string | undefined,
  { secret, now, purpose, object }: { secret: string; now: Date; purpose: Purpose; object: string },
): Promise<Extract<Grant, { purpose: Purpose }>> {
  if (!token) throw badSchema("querystring must have required property 'token'")
  const options = { algorithms: ['HS256'], currentDate: now, requiredClaims: ['exp', 'url'] }
  const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), options).catch(refuse)
  if (payload.url !== object || payload.purpose !== purpose) throw invalidSignature()
  return { ...payload, object, purpose } as unknown as Extract<Grant, { purpose: Purpose }>
}

function refuse(error: unknown): never {
  if (error instanceof errors.JWTExpired) {
    throw new StorageError(400, 'ExpiredToken', 'ExpiredToken', '"exp" claim timestamp check failed')
  }
  if (error instanceof errors.JOSEError) throw invalidSignature()
  throw error
}

function invalidSignature(): StorageError {
  return new StorageError(400, 'InvalidSignature', 'InvalidSignature', 'Invalid signature')
}
