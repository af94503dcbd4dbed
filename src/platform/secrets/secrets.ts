import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A secret in the data folder, created at the first start: 256 random bits as text, readable by the file's owner alone.
 * Two programs that start at once use the same one, since only the first can create the file.
 */
export async function readOrMakeSecret(dataDir: string, name: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const file = join(dataDir, name)
  try {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`)
    await handle.sync()
    await handle.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = (await readFile(file, 'utf8')).trim()
  if (secret.length < 40) throw new Error(`${file} is damaged: remove it to have a new secret made`)
  return secret
}

/** Derives a secret for one purpose; the same `secret` always gives the same result. */
export function deriveSecret(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url')
}

/** Encrypts short texts, so that a copy of the database alone reveals nothing. */
export type Seal = {
  /** Encrypts a text for one purpose: it decrypts for the same purpose only. */
  seal(text: string, purpose: string): string
  /** Throws where the text was altered, or encrypted under another secret or for another purpose. */
  open(sealed: string, purpose: string): string
  /** The same, but null where `open` throws: as after a change of JWT_SECRET. */
  tryOpen(sealed: string, purpose: string): string | null
}

/** AES-256-GCM with a random 96-bit nonce; the purpose is authenticated with the text. Form: `v1.` and base64url. */
export function createSeal(secret: string): Seal {
  const key = createHash('sha256').update(secret).digest()

  function open(sealed: string, purpose: string): string {
    if (!sealed.startsWith('v1.')) throw new Error('This is not a sealed text')
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(purpose))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
  }

  return {
    seal(text, purpose) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open,
    tryOpen(sealed, purpose) {
      try {
        return open(sealed, purpose)
      } catch {
        return null
      }
    },
  }
}

/** The encryption that all programs and commands with the same JWT_SECRET share. */
export function sealOfDatabase(jwtSecret: string): Seal {
  return createSeal(deriveSecret(jwtSecret, 'what is sealed in the database'))
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export function isSameText(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)]
  return bytes.length === others.length && timingSafeEqual(bytes, others)
}
