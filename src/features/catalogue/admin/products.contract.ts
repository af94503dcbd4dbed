import { z } from 'zod'
import type { Rehearsal } from '#admin/rehearsal-line.tsx'
import { poundsJson } from '#base/pounds-json.ts'
import { contract, rowOf, time } from '#platform/http/contract.ts'
import { optionalText } from '#platform/text/kept-schemas.ts'
import type { PictureRow, ProductRow } from '../product.schema.ts'
import { slugProblem } from '../slug.ts'

const from = z.coerce.number<string>().int().min(0).max(1_000_000).default(0)

/** One page of products, oldest first. */
export const listAllProducts = contract({
  name: 'listed-products',
  method: 'GET',
  caller: 'pages',
  query: z.object({
    part: z.enum(['all', 'active', 'inactive', 'pre-order']).default('all'),
    q: z.string().trim().max(120).default(''),
    from,
  }),
  response: z.object({ rows: z.array(rowOf<ProductRow>('Product')), total: z.int() }),
})

/** The shop's clock, which ends pre-orders, and what is not real in a rehearsal. */
export const readShopTime = contract({
  name: 'shop-time',
  method: 'GET',
  caller: 'staff',
  response: z.object({ now: time, rehearsal: rowOf<Rehearsal>('Rehearsal').nullable() }),
})

/** The pieces of a product on pre-order: paid for, and on unpaid payment pages. */
export const countPreorderPieces = contract({
  name: 'preorder-units',
  method: 'GET',
  caller: 'pages',
  query: z.object({ product_id: z.uuid() }),
  response: z.object({ sold: z.int(), reserved: z.int() }),
})
export type PreorderPieces = z.output<typeof countPreorderPieces.response>

/** An end that customers saw. */
const PreorderEnd = z.object({
  id: z.string(),
  at: time,
  /** The end that was shown before; null: none was. */
  was: time.nullable(),
  ends_at: time,
  /** The pieces ordered by then; null: shown before the shop kept count. */
  ordered: z.int().nullable(),
  /** The administrator's address; null: unknown, or erased. */
  by: z.string().nullable(),
  why: z.string().nullable(),
})
export type PreorderEnd = z.output<typeof PreorderEnd>

/** Every end of a garment's pre-order that customers saw, the newest first, at most 100. */
export const listPreorderEnds = contract({
  name: 'preorder-ends',
  method: 'GET',
  caller: 'pages',
  query: z.object({ product_id: z.uuid() }),
  response: z.object({ ends: z.array(PreorderEnd) }),
})

/** Writes why an end was changed, for the owner. Returns the reason as kept; null: none. */
export const explainPreorderEnd = contract({
  name: 'explain-preorder-end',
  method: 'POST',
  caller: 'pages',
  request: z.object({ id: z.string().regex(/^\d{1,18}$/), why: optionalText(500) }),
  response: z.object({ why: z.string().nullable() }),
  refuses: ['not_found'],
})

/** A deleted product. `price` in pounds. */
const ArchivedProduct = z.object({
  id: z.string(),
  deleted_at: time,
  name: z.string(),
  slug: z.string(),
  price: poundsJson,
  image_url: z.string().nullable(),
  pictures: z.array(rowOf<PictureRow>('Picture')),
})
export type ArchivedProduct = z.output<typeof ArchivedProduct>

/** One page of the products whose name or slug contains `q`, latest deletion first. */
export const listArchivedProducts = contract({
  name: 'archived-products',
  method: 'GET',
  caller: 'pages',
  query: z.object({ q: z.string().trim().max(120).default(''), from }),
  response: z.object({ rows: z.array(ArchivedProduct), total: z.int() }),
})

/** Restores a product as inactive. Where another product has the slug, `details.free_slug` has a free one. */
export const restoreDeletedProduct = contract({
  name: 'restore-product',
  method: 'POST',
  caller: 'pages',
  request: z.object({
    id: z.uuid(),
    slug: z.string().superRefine((slug, context) => {
      const problem = slugProblem(slug)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    }),
  }),
  response: z.object({ lost_pictures: z.int() }),
  refuses: ['not_found', 'already_exists'],
})
