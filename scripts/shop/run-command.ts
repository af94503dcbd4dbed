import { ConfigError } from '#config'
import { ArchiveError } from '#platform/backup/archive.ts'
import { RestoreRefused } from '#platform/backup/restore-database.ts'
import { DumpError } from '#platform/exchange/dump-source.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { causeOf } from '#platform/log.ts'

const expected = [AppError, ConfigError, ArchiveError, RestoreRefused, DumpError]

/**
 * Runs a command. An error that the operator can cure (a refusal, a wrong configuration, a damaged backup, a file or a
 * database that is not there) is printed as one line; each error sets exit code 1.
 */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isExpected =
      expected.some((kind) => error instanceof kind) || (error as { code?: unknown }).code !== undefined
    if (!isExpected) throw error
    console.error(error instanceof AggregateError ? causeOf(error) : (error as Error).message)
    process.exitCode = 1
  }
}

/** Ends a command with one line that says what the operator has to do. */
export function refuse(why: string): never {
  throw new AppError('bad_request', why)
}

/** After a return to an earlier moment: someone may have lost the role since. */
export function printAdministrators(administrators: readonly string[]): void {
  console.log(`Administrators now: ${administrators.join(', ') || 'none'}.`)
  console.log(
    'If one of them was removed since, run `npm run shop -- admin remove EMAIL` before you start the shop. Passwords are ' +
      'those of then too: for a password that became known since, run `npm run shop -- admin password EMAIL`.',
  )
}
