/** Operators that compare a column with one value. `is` and `in` have shapes of their own. */
export const comparisons = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'] as const
export type Comparison = (typeof comparisons)[number]

export const truths = ['null', 'true', 'false', 'unknown'] as const
export type Truth = (typeof truths)[number]

export type Filter =
  | { kind: 'compare'; column: string; operator: Comparison; value: string; negated: boolean }
  | { kind: 'in'; column: string; values: string[]; negated: boolean }
  | { kind: 'is'; column: string; value: Truth; negated: boolean }
  | { kind: 'group'; joint: 'and' | 'or'; items: Filter[]; negated: boolean }

export type Order = { column: string; descending: boolean; nulls: 'first' | 'last' | null }

/** The query of a request URL. Its names are unverified: the plan looks each up in the schema. */
export type Query = {
  /** Null: every column. An empty list: rows without columns. */
  select: string[] | null
  filters: Filter[]
  order: Order[]
  limit: number | null
  offset: number
  columns: string[] | null
  onConflict: string[] | null
}

export type Preferences = {
  count: 'exact' | 'planned' | 'estimated' | null
  return: 'minimal' | 'representation' | null
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  missing: 'default' | 'null' | null
}
