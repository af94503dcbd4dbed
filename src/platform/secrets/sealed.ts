import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { deriveSecret } from './secrets.ts'

/** Encrypts short texts, so that a copy of the database alone reveals nothing. */
export type Seal = {
  /** Encrypts a text for one purpose: it decrypts for the same purpose only. */
  seal(text: string, purpose: string): string
  /** Throws where the text was altered, or encrypted under another secret or for another purpose. */
  open(sealed: string, purpose: string): string
}

/** AES-256-GCM with a random 96-bit nonce; the purpose is authenticated with the text. Form: `v1.` and base64url. */
export function createSeal(secret: string): Seal {
  const key = createHash('sha256').update(secret).digest()
  return {
    seal(text, purpose) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed, purpose) {
      if (!sealed.startsWith('v1.')) throw new Error('This is not a sealed text')
      const bytes = Buffer.from(sealed.slice(3), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(purpose))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** The encryption that all programs and commands with the same JWT_SECRET share. */
export function sealOfDatabase(jwtSecret: string): Seal {
  return createSeal(deriveSecret(jwtSecret, 'what is sealed in the database'))
}
