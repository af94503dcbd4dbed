import { attacksOnAccounts } from './attacks-on-accounts.ts'
import { attacksOnServer } from './attacks-on-server.ts'
import type { Row } from './row.ts'

/** What attackers try, and the tests that show what they get. */
export const attackRows: readonly Row[] = [...attacksOnAccounts, ...attacksOnServer]
