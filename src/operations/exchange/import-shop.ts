import { resolve } from 'node:path'
import { checkRights } from '#platform/database/check-rights.ts'
import { type ImportedProject, importProject } from '#platform/exchange/import-project.ts'
import type { DumpTable } from '#platform/exchange/read-dump.ts'
import type { Log } from '#platform/log.ts'
import { readOrMakeSecret, sealOfDatabase } from '#platform/secrets/secrets.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import { notAgain, otherFolder, rehearseSale } from '../backup/restore-shop.ts'
import type { Config } from '../config/environment.ts'
import { pictureBuckets } from '../picture-uses.ts'
import { policies } from '../policies.ts'
import { createImportRules } from './table-rules.ts'

/**
 * Imports a project's folder into the configured shop, which must be empty, and ends with a check of the rights and an
 * order that is rolled back. Returns what came, what was left out, and notes for the operator.
 */
export async function importShop(
  { config, log, connectionString }: { config: Config; log: Log; connectionString: string },
  { folder, leavesOut }: { folder: string; leavesOut: boolean },
  progress: (line: string) => void,
): Promise<ImportedProject & { notes: string[] }> {
  const dataDir = resolve(config.DATA_DIR)
  const jwtSecret = config.JWT_SECRET ?? (await readOrMakeSecret(dataDir, 'jwt-secret'))
  const { rules, readNotes } = createImportRules(sealOfDatabase(jwtSecret))
  const report = await importProject(
    folder,
    {
      connectionString,
      files: openFileStore({ dataDir, config, log }),
      pictureBuckets,
      migrationsDir: resolve('db/migrations'),
      rules,
      finish: finishImport,
      leavesOut,
    },
    progress,
  )
  await checkRights(connectionString, policies)
  await rehearseSale({ log, connectionString })
  return { ...report, notes: [...readNotes(), ...notesOf(report)] }
}

function notesOf({ systemFiles }: ImportedProject): string[] {
  return systemFiles.map(
    (place) => `Passed over, since Windows or macOS made it and the project has no such file: storage/${place}`,
  )
}

/** Without the mark of another picture store, and without the fourteen products of a new shop. */
const settings = [
  `delete from private.settings where name = 'storage.shop'`,
  `insert into private.settings (name, value) values ('catalogue.opened', 'true') on conflict (name) do nothing`,
]

const derivedTables = [
  `delete from private.signup_counts`,
  `insert into private.signup_counts (subscribed, unconfirmed, unsubscribed)
     select count(*) filter (where unsubscribed_at is null and confirmed_at is not null),
       count(*) filter (where unsubscribed_at is null and confirmed_at is null),
       count(*) filter (where unsubscribed_at is not null) from public.email_signups`,
]

/** A product with one picture by its URL, as the project stored it: the list follows, with size and placeholder. */
const listsOfPictures = `update public.products p set pictures = jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
    'url', p.image_url, 'width', o.picture -> 'width', 'height', o.picture -> 'height', 'blur', o.picture -> 'blur')))
  from public.products q left join storage.objects o
    on o.bucket_id = 'product-images' and o.name = private.object_name_from_url(q.image_url)
  where q.id = p.id and p.image_url is not null`

const availability = `insert into private.product_availability (product_id, published_at)
  select id, created_at from public.products where active on conflict (product_id) do nothing`

/** An order belongs to the account with its confirmed address, as in the trigger `link_orders`. */
const ordersOfAccounts = `update public.pre_orders o set user_id = u.id from auth.users u
  where o.user_id is null and lower(o.customer_email) = lower(u.email) and u.email_confirmed_at is not null
    and not u.is_sso_user and u.deleted_at is null`

/** What the triggers of a sign-up write. */
const consents = [
  `insert into private.suppressions (address_hash, reason, at)
     select private.address_hash(email), coalesce(unsubscribe_reason, 'unsubscribed'), unsubscribed_at
     from public.email_signups where unsubscribed_at is not null on conflict do nothing`,
  `insert into private.consent_log (at, email, event, source, consent_text, signup_id)
     select consented_at, email, 'imported', source, consent_text, id from public.email_signups order by created_at`,
]

/**
 * What follows from the rows of a dump: made only where the dump does not have it, as one of a hosted project does not.
 */
export function finishImport(dump: ReadonlyMap<string, DumpTable>): string[] {
  const lacks = (table: string, column?: string) => {
    const columns = dump.get(table)?.columns
    return columns === undefined || (column !== undefined && !columns.includes(column))
  }
  return [
    ...(lacks('public.products', 'pictures') ? [listsOfPictures] : []),
    ...(lacks('private.product_availability') ? [availability] : []),
    ...(lacks('private.product_availability', 'last_public') ? ['select private.fill_last_public()'] : []),
    ...(lacks('public.pre_orders', 'user_id') ? [ordersOfAccounts] : []),
    ...(lacks('private.consent_log') && lacks('private.suppressions') ? consents : []),
    ...derivedTables,
    ...settings,
    ...notAgain('It was waiting when this shop was imported, and may have been sent before'),
    otherFolder,
  ]
}
