import type pg from 'pg'

/** The database has left this version of the program behind. No retry helps; a newer program does. */
export class ProgramTooOld extends Error {
  override readonly name = 'ProgramTooOld'
}

/**
 * Refuses to go on where a contract migration has run that needs a newer program: it may have removed what this one
 * writes. `known`: the keys of this program's migrations.
 */
export async function requireNewEnough(client: pg.Client | pg.Pool, known: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ key: string; because: string }>(
    'select key, because from migrations.needed where key <> all($1::text[]) order by key desc limit 1',
    [known],
  )
  const [missing] = rows
  if (!missing) return
  throw new ProgramTooOld(
    `This version of the shop is too old for its database: ${missing.because} has run, which needs a version that has ` +
      `${missing.key}. Update the program.`,
  )
}
