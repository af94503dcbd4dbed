import { z } from 'zod'
import { contract } from '#platform/http/contract.ts'
import { writtenLine } from '#platform/text/kept-schemas.ts'

/** All that the shop holds about the caller, as a file of JSON: see `collect-person-data.ts`. */
export const exportMyData = contract({
  name: 'export-my-data',
  method: 'POST',
  caller: 'users',
  response: z.record(z.string(), z.unknown()),
})

/** `confirm`: the account's address. */
export const eraseMyAccount = contract({
  name: 'erase-my-account',
  method: 'POST',
  caller: 'users',
  request: z.object({ confirm: z.string().max(255) }),
  response: z.object({ erased: z.literal(true) }),
})

/** An address, or a name and postcode in orders of another shop that have none. */
const PersonRequest = z
  .object({
    email: z.string().trim().toLowerCase().pipe(z.email('Please enter an e-mail address.').max(254)).optional(),
    name: writtenLine('the name', 200).optional(),
    postcode: writtenLine('the postcode', 40).optional(),
  })
  .refine(
    ({ email, name, postcode }) => (email ? !name && !postcode : name && postcode),
    'Please enter an e-mail address, or a name and a postcode.',
  )
export type PersonQuery = z.output<typeof PersonRequest>

/** What the shop holds about a person, without the data itself. */
export const findPerson = contract({
  name: 'find-person',
  method: 'POST',
  caller: 'administrators',
  request: PersonRequest,
  response: z.object({
    /** Null for a person who was looked up by name and postcode. */
    email: z.string().nullable(),
    has_account: z.boolean(),
    /** Opens the back office, and can't be erased before that ends. */
    is_staff: z.boolean(),
    orders: z.int(),
    /** Orders whose details are erased once they are over. */
    open_orders: z.array(z.string()),
    /** Orders of another shop, and those of them that are found by name and postcode. */
    earlier_orders: z.int(),
    earlier_by_name: z.int(),
    reviews: z.int(),
    is_subscriber: z.boolean(),
    waiting_for: z.int(),
    messages: z.int(),
    emails: z.int(),
  }),
})
export type FoundPerson = z.infer<typeof findPerson.response>

/** All that the shop holds about a customer, guest or subscriber: as `export-my-data`. */
export const exportPerson = contract({
  name: 'export-person',
  method: 'POST',
  caller: 'administrators',
  request: PersonRequest,
  response: z.record(z.string(), z.unknown()),
})

/** Erases a person as `erase-my-account` does. `conflict`: the address opens the back office. */
export const erasePersonByEmail = contract({
  name: 'erase-person',
  method: 'POST',
  caller: 'administrators',
  request: PersonRequest,
  response: z.object({ erased: z.literal(true) }),
  refuses: ['conflict'],
})
