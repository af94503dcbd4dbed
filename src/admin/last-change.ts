/** The tables whose rows are refused to a save that is based on an older version. */
export const changedTables = ['products', 'discount_codes', 'pre_orders', 'settings'] as const

export type ChangedTable = (typeof changedTables)[number]

/** The latest change of a row. `by`: the user's e-mail address; null where the shop itself made it. `at`: ISO. */
export type LastChange = { by: string | null; at: string }
