import { z } from 'zod'
import { roles } from '#platform/auth/roles.ts'
import { typedAddress } from '#platform/email/address.ts'
import { contract, time } from '#platform/http/contract.ts'

const RoleName = z.enum(roles)

/** A person with a role, or invited to one. */
const Person = z.object({
  id: z.uuid(),
  email: z.string(),
  role: RoleName,
  since: time,
  /** Until when the invitation can be accepted; null once it is. */
  invited_until: time.nullable(),
  is_expired: z.boolean(),
  has_second_factor: z.boolean(),
  is_you: z.boolean(),
})
export type Person = z.output<typeof Person>

const People = z.object({ people: z.array(Person) })

/** Administrators first, then by day. */
export const listPeople = contract({ name: 'people', method: 'GET', caller: 'administrators', response: People })

/**
 * Invites an address. One with a confirmed account has the role at once; any other has it once the address is
 * confirmed. The caller must have signed in within ten minutes.
 */
export const invitePerson = contract({
  name: 'invite-person',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    email: z.string().transform((text, { addIssue }) => {
      const address = typedAddress(text)
      if (address) return address.toLowerCase()
      addIssue({ code: 'custom', message: 'Please enter a full e-mail address, such as ruth@example.com.' })
      return z.NEVER
    }),
    role: RoleName,
  }),
  response: People,
  refuses: ['conflict'],
})

/**
 * Changes a role or an invitation; null removes it and signs the person out. `seen`: the role that the caller saw. The
 * last administrator stays. The caller must have signed in within ten minutes.
 */
export const changePerson = contract({
  name: 'change-person',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ id: z.uuid(), seen: RoleName, role: RoleName.nullable() }),
  response: People,
  refuses: ['not_found', 'conflict'],
})
