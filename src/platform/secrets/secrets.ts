import { createHmac, randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A secret kept in the data folder, made at the first start: 256 random bits as text, readable by the owner alone.
 * Two programs starting at once agree on one, since only the first can create the file.
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

/** A secret per purpose, the same wherever the first one is the same. */
export function deriveSecret(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url')
}
