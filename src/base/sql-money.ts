import { type AliasedRawBuilder, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Pence, Pounds } from '#base/money.ts'
import type { Tables } from '#platform/database/tables.ts'

/** The columns of money by name: in pence, and null where a table's may be null. */
type Read = {
  [Table in keyof Tables]: Selectable<Tables[Table]> extends infer Row
    ? { [Name in keyof Row as NonNullable<Row[Name]> extends Pounds ? Name : never]: PenceOf<Row[Name]> }
    : never
}[keyof Tables]
type PenceOf<Amount> = Amount extends Pounds ? Pence : Amount
type Column = Read extends infer Row ? (Row extends unknown ? keyof Row & string : never) : never
type At<Name> = Read extends infer Row
  ? Row extends unknown
    ? Name extends keyof Row
      ? Row[Name]
      : never
    : never
  : never

type Named = Column | `${string}.${Column}`
type Plain<Name extends string> = Name extends `${string}.${infer Rest}` ? Plain<Rest> : Name

/** An amount of SQL in whole pence: a column, or an expression of pounds. */
export function inPence<Name extends Named>(column: Name): RawBuilder<At<Plain<Name>>>
export function inPence<Amount extends Pounds | null>(amount: RawBuilder<Amount>): RawBuilder<PenceOf<Amount>>
export function inPence(amount: string | RawBuilder<unknown>): RawBuilder<unknown> {
  // A float holds any sum of pence exactly, and the driver reads it as a number.
  return sql`(${typeof amount === 'string' ? sql.ref(amount) : amount} * 100)::float8`
}

/** Columns of money for a select, in whole pence under their own names. */
export function penceOf<Name extends Named>(
  ...columns: Name[]
): { [Each in Name]: AliasedRawBuilder<At<Plain<Each>>, Plain<Each>> }[Name][] {
  return columns.map((column) => inPence(column).as(column.replace(/^.*\./, ''))) as never
}
