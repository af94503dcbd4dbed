import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isNameTaken } from './file-errors.ts'
import type { Place } from './place.ts'
import { DatabaseStartError } from './start-error.ts'

/** `superuser` is for starting and owning the database only; the shop connects as `owner`. */
export type Passwords = { superuser: string; owner: string }

/**
 * Reads the passwords of the database, or creates them before the database is created. Only its owner can read the file
 * (0600).
 */
export async function readOrCreatePasswords({ root, cluster }: Place): Promise<Passwords> {
  const file = join(root, 'passwords.json')
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as Passwords
  if (existsSync(cluster)) {
    throw new DatabaseStartError(`${file} is missing: put it back from a copy, or move ${root} away to begin anew.`)
  }
  const passwords = { superuser: newPassword(), owner: newPassword() }
  const unfinished = `${file}.tmp-${randomBytes(4).toString('hex')}`
  await writeFile(unfinished, JSON.stringify(passwords), { mode: 0o600, flush: true })
  try {
    await link(unfinished, file) // unlike a rename, a link never replaces a file: of two first starts, one creates the passwords
  } catch (error) {
    if (!isNameTaken(error)) throw error
  } finally {
    await rm(unfinished)
  }
  return JSON.parse(await readFile(file, 'utf8')) as Passwords
}

function newPassword(): string {
  return randomBytes(24).toString('base64url')
}
