import { z } from 'zod'
import { poundsJson } from '#base/pounds-json.ts'
import { contract, textFile, time } from '#platform/http/contract.ts'

const File = z.object({ csv: z.string().max(15_000_000, 'A file has at most 15 MB.') })
const One = z.object({ id: z.uuid() })
const Format = z.enum(['shopify', 'shopify-old', 'etsy'])

const Garment = z.object({
  row: z.int(),
  name: z.string(),
  slug: z.string(),
  price: poundsJson,
  sizes: z.array(z.string()),
  colour: z.string().nullable(),
  pictures: z.int(),
  /** What changes on the way in. */
  notes: z.array(z.string()),
})
export type PreviewedGarment = z.output<typeof Garment>

/** What an import of this file would make. `row`: as spreadsheet programs count. Changes nothing. */
export const previewListings = contract({
  name: 'preview-listings',
  method: 'POST',
  caller: 'administrators',
  request: File,
  response: z.object({
    format: Format,
    fresh: z.array(Garment),
    /** Garments that are here already; they stay as they are. */
    here: z.array(Garment.pick({ row: true, name: true, slug: true })),
    left_out: z.array(z.object({ row: z.int(), value: z.string(), why: z.string() })),
    /** Headings of columns that nothing here is made of. */
    ignored: z.array(z.string()),
    has_compare_prices: z.boolean(),
  }),
})
export type ListingsPreview = z.output<typeof previewListings.response>

/** Makes a hidden garment of each listing that is not here yet; their pictures follow. */
export const importListings = contract({
  name: 'import-listings',
  method: 'POST',
  caller: 'administrators',
  request: File,
  response: One,
})

const ListedImport = z.object({
  id: z.string(),
  at: time,
  format: Format,
  /** Garments that it made, those that are left of them, and those of these that are hidden and unchanged. */
  made: z.int(),
  left: z.int(),
  untouched: z.int(),
  pictures: z.object({ waiting: z.int(), stored: z.int(), failed: z.int() }),
  /** The first failed pictures. */
  failed: z.array(
    z.object({
      garment: z.string(),
      address: z.string(),
      problem: z.enum([
        ...(['address_invalid', 'address_private', 'not_found', 'refused', 'redirects', 'too_large'] as const),
        ...(['timeout', 'unreachable', 'no_picture'] as const),
      ]),
    }),
  ),
})
export type ListedImport = z.output<typeof ListedImport>

/** The latest imports of garments, newest first. */
export const listImports = contract({
  name: 'listing-imports',
  method: 'GET',
  caller: 'administrators',
  response: z.object({ imports: z.array(ListedImport) }),
})

/** Deletes the garments of an import that are still hidden and unchanged. */
export const undoListings = contract({
  name: 'undo-listings',
  method: 'POST',
  caller: 'administrators',
  request: One,
  response: z.object({ removed: z.int(), kept: z.int() }),
  refuses: ['not_found'],
})

/** All garments as Shopify's product file, with the addresses of their pictures. */
export const exportGarments = contract({
  name: 'export-listings',
  method: 'GET',
  caller: 'administrators',
  response: textFile,
})

/** The slugs of public garments by what the owner's former shop called them in its addresses, in lower case. */
export const readOldAddresses = contract({
  name: 'old-addresses',
  method: 'GET',
  caller: 'everyone',
  response: z.object({ garments: z.record(z.string(), z.string()) }),
})

/** Fetches the failed pictures of an import again. */
export const retryListingPictures = contract({
  name: 'retry-listing-pictures',
  method: 'POST',
  caller: 'administrators',
  request: One,
  response: z.object({ pictures: z.int() }),
})
