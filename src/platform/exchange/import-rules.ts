import type { DumpValue } from './dump-tokens.ts'

/** How the rows of a table are imported and exported; without a rule, every column as it is. */
export type TableRule = {
  /** Why none of its rows is imported, nor exported unless `isDerived`. */
  leftOut?: string
  /** Its rows follow from others: they are made again here, and exported for a project that makes none. */
  isDerived?: boolean
  /** Columns that a hosted project does not have: they are not exported. */
  ownColumns?: readonly string[]
  /** Columns that are not taken: this table's defaults apply. */
  without?: readonly string[]
  /** SQL of a column's value, from `s`, the row of the dump, where every column is text. */
  values?: Readonly<Record<string, string>>
  /** The names that columns have in a dump of an earlier version, by their names here. */
  formerNames?: Readonly<Record<string, string>>
  /** As `values`, for columns that the dump does not have. */
  missing?: Readonly<Record<string, string>>
  /** Changes a row of the dump before anything else. Values have one character a byte. */
  convert?: (row: Record<string, DumpValue>) => void
  /** A row whose key exists already stays as it is here. */
  keepsExisting?: boolean
}

/** By `schema.table`. */
export type ImportRules = Readonly<Record<string, TableRule>>

export type LeftOutRow = { table: string; key: string; why: string }

/**
 * What an import did. Rows are left out for a reason alone: what came and what was left out is all that the dump has.
 */
export type ImportReport = {
  tables: { name: string; rows: number; came: number }[]
  leftOutTables: { name: string; rows: number; why: string }[]
  leftOutColumns: { table: string; column: string; values: number }[]
  leftOutRows: LeftOutRow[]
}

const sessionsEnd = 'sessions and links in e-mails end, so users sign in again'

/** The rules for GoTrue's tables; those of the storage service have functions of their own. */
export const authRules: Record<string, TableRule> = {
  'auth.sessions': { leftOut: sessionsEnd },
  'auth.refresh_tokens': { leftOut: sessionsEnd },
  'auth.mfa_amr_claims': { leftOut: sessionsEnd },
  'auth.mfa_challenges': { leftOut: sessionsEnd },
  'auth.one_time_tokens': { leftOut: sessionsEnd },
  'auth.flow_state': { leftOut: sessionsEnd },
  'auth.users': {
    // Links in e-mails end, as sessions do.
    without: [
      'confirmation_token',
      'recovery_token',
      'email_change_token_new',
      'email_change_token_current',
      'phone_change_token',
      'reauthentication_token',
    ],
    ownColumns: ['password_expires_at'],
  },
  'auth.mfa_factors': { ownColumns: ['last_used_step'] },
  'auth.audit_log_entries': { values: { ip_address: `coalesce(s.ip_address, '')` } },
  'storage.buckets': { keepsExisting: true, ownColumns: ['quota_bytes', 'used_bytes'] },
  'storage.objects': { ownColumns: ['original_bytes', 'picture'] },
}
