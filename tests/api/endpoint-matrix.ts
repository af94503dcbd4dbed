import { randomUUID } from 'node:crypto'
import type { Allowed as Roles } from '#platform/auth/roles.ts'
import { contracts } from '#tests/fixtures/contracts.ts'

/**
 * The permitted callers of every function, which its contract says, and of every storage URL: a new one needs an entry
 * here, or the test fails. Tables and their policies are in `access-matrix.ts`.
 */
export type Allowed =
  /** Any caller, signed in or not. */
  | 'everyone'
  /** A user's session, at aal2 where the account has a second factor. */
  | 'users'
  /** The roles of the back office that this word means, at aal2 where the account has a second factor. */
  | Roles
  /** Administrators, and the service's key. */
  | 'administrators and the service'
  /** The same, and of pictures of garments helpers of the pages. */
  | 'pages of pictures'
  /** The service's key alone. */
  | 'the service'

const everyone = 'everyone'
const keepers = 'administrators and the service'
const pictures = 'pages of pictures'
const service = 'the service'

export const functionMatrix: Record<string, Allowed> = Object.fromEntries(
  contracts.map(({ method, name, caller }) => [`${method} /${name}`, caller]),
)

/** A valid request where the function validates it before it checks the caller. */
export const brought: Record<string, { body?: object; query?: string }> = {
  'POST /end-session': { body: { id: randomUUID() } },
  'POST /erase-my-account': { body: { confirm: 'somebody.else@example.com' } },
  'POST /cancel-my-order': { body: { order_number: 'TKW-000000' } },
  'POST /remember-my-sizes': { body: { remember: false } },
  'GET /my-order-page': { query: 'order_number=TKW-000000' },
  'GET /last-change': { query: `table=products&id=${randomUUID()}` },
}

/** Calls about all accounts. The rest of /auth/v1 is about the caller's own account. */
export const accountMatrix: Record<string, Allowed> = {
  'GET /admin/users': service,
  'POST /admin/users': service,
  'GET /admin/users/:id': service,
  'PUT /admin/users/:id': service,
  'DELETE /admin/users/:id': service,
  'GET /admin/users/:id/factors': service,
  'DELETE /admin/users/:id/factors/:factorId': service,
  'POST /admin/generate_link': service,
  'POST /invite': service,
}

/** In every bucket. `*` is an object, `:bucket` and `:id` are the bucket. */
export const storageMatrix: Record<string, Allowed> = {
  'GET /object/public/:bucket/*': everyone,
  'GET /render/image/public/:bucket/*': everyone,
  // By a token in the address, issued only to callers who may read or write the object.
  'GET /object/sign/:bucket/*': everyone,
  'GET /render/image/sign/:bucket/*': everyone,
  'PUT /object/upload/sign/:bucket/*': everyone,

  'GET /bucket': keepers,
  'GET /bucket/:id': keepers,
  'POST /bucket': service,
  'PUT /bucket/:id': service,
  'DELETE /bucket/:id': service,
  'POST /bucket/:id/empty': keepers,

  'POST /object/list/:bucket': pictures,
  'GET /object/info/:bucket/*': pictures,
  'GET /object/authenticated/:bucket/*': pictures,
  'GET /object/:bucket/*': pictures,
  'GET /render/image/authenticated/:bucket/*': pictures,
  'POST /object/sign/:bucket': pictures,
  'POST /object/sign/:bucket/*': pictures,
  'POST /object/upload/sign/:bucket/*': pictures,
  'POST /object/:bucket/*': pictures,
  // Of a name that is free; only keepers replace an object.
  'PUT /object/:bucket/*': pictures,
  'POST /object/move': keepers,
  'POST /object/copy': pictures,
  'DELETE /object/:bucket': keepers,
  'DELETE /object/:bucket/*': keepers,
}

/** Every bucket of a new shop, and whether its objects are public. */
export const buckets: Record<string, 'public' | 'private'> = {
  'legal-notices': 'public',
  'product-images': 'public',
  'return-photographs': 'private',
  'review-photographs': 'private',
  'review-pictures': 'public',
}
