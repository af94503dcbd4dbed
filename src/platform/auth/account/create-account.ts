import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { shopNow, type Tx } from '#platform/database/db.ts'
import { emailExists, tryAgain } from '../auth-error.ts'
import { type Account, findAccountByEmail, reloadAccount } from './account.ts'

type NewAccount = {
  /** A checked address, in lower case. */
  email: string
  /** Null: no sign-in by password yet. */
  passwordHash: string | null
  userMetadata?: Record<string, unknown> | undefined
  /** Whether `user_metadata` begins with `userMetadata` alone, without what the server knows of the address. */
  plainMetadata?: boolean | undefined
  confirmed?: boolean | undefined
  invited?: boolean | undefined
  /** Whether the account gets an email identity; every account that no provider created has one. */
  identity?: boolean | undefined
}

/** Creates an account and returns its id. Refuses 422 `email_exists`. */
export async function createAccount(tx: Tx, account: NewAccount): Promise<string> {
  const id = await createAccountUnlessThere(tx, account)
  if (id === null) throw emailExists()
  return id
}

/**
 * Creates an account and returns its id; null where the address has one, also one that a concurrent call created.
 * `user_metadata` and the identity's data begin with the same content, unless `plainMetadata`; no field
 * there replaces what the server sets.
 */
async function createAccountUnlessThere(tx: Tx, account: NewAccount): Promise<string | null> {
  const { email, userMetadata = {}, confirmed = false, identity = true } = account
  const id = randomUUID()
  const data = { ...userMetadata, sub: id, email, email_verified: confirmed, phone_verified: false }
  const made = await tx
    .insertInto('auth.users')
    .values({
      id,
      email,
      encrypted_password: account.passwordHash,
      email_confirmed_at: confirmed ? shopNow : null,
      invited_at: account.invited ? shopNow : null,
      raw_app_meta_data: JSON.stringify({ provider: 'email', providers: ['email'] }),
      raw_user_meta_data: JSON.stringify(identity && !account.plainMetadata ? data : userMetadata),
      created_at: shopNow,
      updated_at: shopNow,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return null
  if (identity) {
    await tx
      .insertInto('auth.identities')
      .values({
        provider: 'email',
        provider_id: id,
        user_id: id,
        identity_data: JSON.stringify(data),
        last_sign_in_at: shopNow,
        created_at: shopNow,
        updated_at: shopNow,
      })
      .execute()
  }
  return id
}

/** The account of an address: a new one, or the one that a concurrent call created. */
export async function createOrFindAccount(tx: Tx, account: NewAccount): Promise<{ account: Account; isNew: boolean }> {
  const id = await createAccountUnlessThere(tx, account)
  if (id !== null) return { account: await reloadAccount(tx, id), isNew: true }
  const found = await findAccountByEmail(tx, account.email)
  if (!found) throw tryAgain()
  return { account: found, isNew: false }
}

/**
 * Does the work for an account that does not exist: creates one at an unused address, does `work` with it, and rolls
 * both back, e-mails and jobs included. So an address costs the same whether it has an account or not. Returns the
 * result of `work`.
 */
export async function withDecoy<Result>(
  tx: Tx,
  work: (account: Account) => Promise<Result>,
  like: Partial<NewAccount> = {},
): Promise<Result> {
  await sql`savepoint decoy`.execute(tx)
  const email = `${randomUUID()}@decoy.invalid`
  const id = await createAccount(tx, { passwordHash: null, confirmed: true, ...like, email })
  const result = await work(await reloadAccount(tx, id))
  await sql`rollback to savepoint decoy`.execute(tx)
  await sql`release savepoint decoy`.execute(tx)
  return result
}

/** The time of creating an account, without one. */
export async function spendDecoy(tx: Tx): Promise<void> {
  await withDecoy(tx, async () => undefined)
}
