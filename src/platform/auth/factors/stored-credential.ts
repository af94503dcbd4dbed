import type { WebAuthnCredential } from '@simplewebauthn/server'
import { z } from 'zod'

const base64 = z.base64()

/** A credential in GoTrue's form: bytes are base64. `rpId` is ours. */
const storedCredential = z.looseObject({
  id: base64,
  publicKey: base64,
  transport: z.array(z.string()).nullish(),
  authenticator: z.looseObject({ signCount: z.number() }),
  rpId: z.string().optional(),
})
export type StoredCredential = z.output<typeof storedCredential>

/** A credential from the database. Throws for an invalid one, which is not an error of the caller's. */
export function readCredential(stored: unknown): StoredCredential {
  const { data, error } = storedCredential.safeParse(stored)
  if (error) throw new Error('A stored credential cannot be read', { cause: error })
  return data
}

/** A credential for the browser: its id (base64url) and its transports. */
export function describeCredential(credential: StoredCredential): { id: string; transports: string[] } {
  const { id, transports } = toLibrary(credential)
  return { id, transports: transports ?? [] }
}

/** The same for the library: ids are base64url, keys bytes. */
export function toLibrary({ id, publicKey, transport, authenticator }: StoredCredential): WebAuthnCredential {
  return {
    id: Buffer.from(id, 'base64').toString('base64url'),
    publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64')),
    counter: authenticator.signCount,
    transports: knownTransports(transport),
  }
}

const transportNames = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** The transports that browsers know. */
export function knownTransports(names: readonly string[] | null | undefined): string[] {
  return transportNames.filter((name) => names?.includes(name))
}
