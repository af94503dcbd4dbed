import pg from 'pg'
import type { Passwords } from './passwords.ts'

/**
 * Creates what is missing of the role `shop_owner`, which is not a superuser and does not bypass row-level security,
 * and of its database `shop`.
 */
export async function bootstrap(superuser: pg.Client, passwords: Passwords): Promise<void> {
  if (await isMissing(superuser, `select from pg_roles where rolname = 'shop_owner'`)) {
    const password = pg.escapeLiteral(passwords.owner)
    await superuser.query(
      `create role shop_owner login createrole createdb nosuperuser nobypassrls password ${password}`,
    )
  }
  if (await isMissing(superuser, `select from pg_database where datname = 'shop'`)) {
    await superuser.query('create database shop owner shop_owner')
  }
}

async function isMissing(superuser: pg.Client, query: string): Promise<boolean> {
  return (await superuser.query(query)).rowCount === 0
}
