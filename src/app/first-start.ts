import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { importOpeningCatalogue } from '#features/catalogue/opening-catalogue.server.ts'
import { addShippedDocuments } from '#features/content/documents/edit-documents.ts'
import { listShown, type ShownDocument } from '#features/content/documents/read-documents.ts'
import { findExampleTexts } from '#features/content/example-texts.ts'
import { openPagePictures } from '#features/content/page-pictures.server.ts'
import type { PagePictures } from '#features/settings/page-settings.ts'
import { picturesDir } from '#operations/picture-uses.ts'
import { inventedAdministrator } from '#operations/start/start-facts.ts'
import { createFirstAdministrator, noteOfGeneratedPassword } from '#platform/auth/administrators.ts'
import { verifyPassword } from '#platform/auth/passwords/password.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import { warnOfOtherFolder } from '#platform/storage/files/own-files.ts'
import { pagePictures } from '#shop-defaults'
import type { AppContext } from './create-app-context.ts'

type FirstPassword = { email: string; password: string }
type Terminal = { isTTY?: boolean; write(text: string): unknown }

const fileIn = (dataDir: string) => join(dataDir, 'first-password')

/**
 * Shows the first administrator's password once on a terminal. Elsewhere the output is a log, which may be stored for
 * years and sent to others: the password goes into a file that only its owner reads, and the log has the file's name.
 */
export async function handOverPassword(
  { email, password }: FirstPassword,
  { dataDir, terminal, live }: { dataDir: string; terminal: Terminal; live: boolean },
): Promise<void> {
  const note = live ? `${noteOfGeneratedPassword}\n` : ''
  if (terminal.isTTY) {
    terminal.write(`\nThe first administrator, shown only once:\n  ${email}\n  ${password}\n\n${note}`)
    return
  }
  const file = fileIn(dataDir)
  const unfinished = `${file}.tmp`
  await rm(unfinished, { force: true })
  await writeFile(unfinished, `${email}\n${password}\n`, { mode: 0o600, flag: 'wx' })
  await rename(unfinished, file)
  terminal.write(`The first administrator’s password is in ${file}\n${note}`)
}

type Watch = { db: Db; dataDir: string; log: Log; everyMs?: number }

/** Deletes the file once its password no longer opens the account. Returns the function that stops the watch. */
export function deleteUsedPassword({ db, dataDir, log, everyMs = 60_000 }: Watch): () => void {
  const file = fileIn(dataDir)
  /** The hash that the file's password fits: comparing hashes costs nothing. */
  let fitting: string | null = null
  let isRunning = false

  async function check(): Promise<void> {
    const text = await readFile(file, 'utf8').catch(() => null)
    if (text === null) return clearInterval(timer)
    const [email = '', password = ''] = text.split('\n')
    const hash = await db.asService((tx) => readHash(tx, email))
    if (hash !== null && (hash === fitting || (await verifyPassword(password, hash)))) {
      fitting = hash
      return
    }
    await rm(file, { force: true })
    clearInterval(timer)
    log.info({ file }, 'the first password is no longer in use: its file is deleted')
  }

  const tick = async () => {
    if (isRunning) return
    isRunning = true
    await check()
      .catch((error: unknown) => log.warn({ error }, 'the file of the first password could not be checked'))
      .finally(() => {
        isRunning = false
      })
  }
  const timer = setInterval(tick, everyMs)
  timer.unref()
  void tick()
  return () => clearInterval(timer)
}

async function readHash(tx: Tx, email: string): Promise<string | null> {
  const account = await tx
    .selectFrom('auth.users')
    .select('encrypted_password')
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()
  return account?.encrypted_password ?? null
}

/**
 * Prepares a new shop: an administrator and a first catalogue. At later starts it only reads new pictures of the pages,
 * which it returns.
 */
export async function firstStart({ config, db, dataDir, log, documents, clock }: AppContext): Promise<PagePictures> {
  const live = config.SHOP_MODE === 'live'
  await createFirstAdministrator(db, {
    email: config.ADMIN_EMAIL,
    password: config.ADMIN_PASSWORD,
    inventedFor: inventedAdministrator,
    live,
    keep: (made) => handOverPassword(made, { dataDir, terminal: process.stdout, live }),
  })
  const files = openFileStore({ dataDir, config, log })
  await warnOfOtherFolder({ db, files, folder: join(dataDir, 'storage'), log })
  const from = { db, files, picturesDir: picturesDir(), log }
  await importOpeningCatalogue(from)
  await db.asService(addShippedDocuments)
  if (live) warnOfExamples(log, listShown(documents(), clock.now()))
  return openPagePictures({ ...from, pictures: pagePictures })
}

/** Customers of a live shop would take invented texts for the owner's. */
export function warnOfExamples(log: Log, documents: readonly ShownDocument[]): void {
  for (const { page, text, place } of findExampleTexts(documents))
    log.warn({ page, text, place }, 'a page still speaks of the example shop; /admin/settings lists all of it')
}
