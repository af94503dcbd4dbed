import { killRows } from './kill-rows.ts'
import { peerRows } from './peer-rows.ts'
import type { Row } from './row.ts'
import { useRows } from './use-rows.ts'

/** What may fail while the shop runs, and the tests that show what happens then. */
export const faultRows: readonly Row[] = [...killRows, ...peerRows, ...useRows]
