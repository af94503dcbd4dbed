import { createHmac, randomBytes } from 'node:crypto'
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
