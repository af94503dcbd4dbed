import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, link, mkdir, readFile, realpath, rm, rmdir, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Log } from '#platform/log.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { canReach, DatabaseStartError, databaseUser, isNameTaken, type SystemUser } from './machine.ts'

/** The folders of one private database. `root` contains no links; `cluster` is PostgreSQL's own folder. */
export type Place = { root: string; cluster: string; user: SystemUser | null; binaries: Binaries }

// The folder for the files of a clone that PostgreSQL's user cannot reach, when root runs the shop.
const outside = '/var/lib/embedded-postgres'

/**
 * Makes `dataDir` ready for PostgreSQL's user: when root runs the shop, the folder is given to that user. Below a
 * directory closed to that user (a clone in /root), it becomes a link to a folder in /var/lib/embedded-postgres,
 * created once.
 */
export async function preparePlace(dataDir: string, log: Pick<Log, 'info'>): Promise<Place> {
  const requestedPath = resolve(dataDir)
  await mkdir(requestedPath, { recursive: true })
  let root = await realpath(requestedPath)
  const user = databaseUser(join(root, 'data'))
  if (user && !(await isOpenTo(user, root))) {
    if (existsSync(join(root, 'data'))) {
      throw new DatabaseStartError(
        `PostgreSQL's user ${user.uid} cannot reach ${root}: make the folders above it passable (chmod o+x).`,
      )
    }
    root = await moveOutside(requestedPath, user)
    log.info({ dataDir: root }, 'the shop lies in a closed folder: its database is kept elsewhere')
  }
  return { root, cluster: join(root, 'data'), user, binaries: await findBinaries({ root, user }) }
}

async function isOpenTo(user: SystemUser, root: string): Promise<boolean> {
  await chown(root, user.uid, user.gid)
  await chmod(root, 0o700)
  return canReach(user, root)
}

async function moveOutside(requestedPath: string, user: SystemUser): Promise<string> {
  await mkdir(outside, { recursive: true, mode: 0o711 })
  const root = join(outside, randomBytes(8).toString('hex'))
  await mkdir(root)
  if (!(await isOpenTo(user, root))) {
    await rmdir(root)
    throw new DatabaseStartError(`PostgreSQL's user ${user.uid} can reach neither ${requestedPath} nor ${outside}.`)
  }
  await rmdir(requestedPath)
  await symlink(root, requestedPath)
  return root
}

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
