import type pg from 'pg'
import { withClient as withOwnClient } from '#platform/database/with-client.ts'

/** A connection of `doctor` alone, closed at the end. */
export function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withOwnClient({ connectionString, application_name: 'shop-doctor', connectionTimeoutMillis: 5_000 }, work)
}
