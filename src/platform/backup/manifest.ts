import { z } from 'zod'

/** The version of the layout below; a reader refuses any other. */
export const formatVersion = 1

const table = z.object({
  /** As `schema.table`, quoted where needed. */
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  sum: z.string(),
})

/**
 * The last entry of a backup, `manifest.json`: what the entries before it must contain. `secretCheck` tells whether a
 * JWT_SECRET is the one that sealed texts in this database, without containing it.
 */
export const manifest = z.object({
  format: z.literal(formatVersion),
  takenAt: z.iso.datetime(),
  program: z.string(),
  postgresql: z.string(),
  migrations: z.array(z.object({ folder: z.string(), name: z.string(), checksum: z.string() })),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  files: z.array(z.object({ name: z.string(), sizeBytes: z.number().int(), sha256: z.string() })),
  missingFiles: z.array(z.string()),
  secrets: z.array(z.string()),
  secretCheck: z.string(),
})

export type Manifest = z.output<typeof manifest>
export type TableEntry = z.output<typeof table>
