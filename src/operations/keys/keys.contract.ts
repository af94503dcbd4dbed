import { z } from 'zod'
import { contract, time } from '#platform/http/contract.ts'

/** What is known of saved keys: the keys themselves no call returns. `readable`: false under another JWT_SECRET. */
const Saved = z.object({ saved_at: time, readable: z.boolean(), account: z.string().nullable() })

const Keys = z.object({
  live: z.boolean(),
  /** `from`: who set the keys in use; the server's environment comes before the owner. Without keys, payments are simulated. */
  payments: z.object({
    from: z.enum(['server', 'owner', 'none']),
    test: Saved.nullable(),
    live: Saved.nullable(),
    /** Where Stripe sends its events. */
    webhook_address: z.string(),
  }),
  /** Without a server, e-mails are in the mailbox of a rehearsal. `host`: of the owner's server. `sender`: of every e-mail. */
  mail: z.object({
    from: z.enum(['server', 'owner', 'none']),
    saved: Saved.extend({ host: z.string().nullable() }).nullable(),
    sender: z.string(),
  }),
})
export type Keys = z.output<typeof Keys>

/** Which keys of payments and of e-mail are saved. */
export const readKeys = contract({
  name: 'service-keys',
  method: 'GET',
  caller: 'administrators',
  response: Keys,
})

/**
 * Saves keys of Stripe after Stripe has accepted them; every program uses them at once. Test and live keys are kept apart:
 * a rehearsal uses test keys, and keeps live ones for the day it goes live. Refuses other_account where the keys belong to
 * another account than the former, unless `other_account` is true.
 */
export const saveStripeKeys = contract({
  name: 'stripe-keys',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    secret_key: z
      .string()
      .trim()
      .regex(
        /^(?:sk|rk)_(?:test|live)_\w{1,240}$/,
        'Please paste the secret key: it begins with sk_test_ or sk_live_.',
      ),
    webhook_secret: z
      .string()
      .trim()
      .max(400)
      .transform((text) => text.split(/[\s,]+/))
      .refine((secrets) => secrets.every((secret) => /^whsec_\w{1,240}$/.test(secret)), {
        error: 'Please paste the signing secret of the endpoint: it begins with whsec_.',
      }),
    other_account: z.boolean().default(false),
  }),
  response: Keys.extend({ takes_payments: z.boolean().nullable() }),
  refuses: ['other_account', 'payment_provider_down'],
})

/** Saves the mail server after it has accepted the login; the next e-mail goes through it. */
export const saveMailServer = contract({
  name: 'mail-server',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    host: z
      .string()
      .trim()
      .toLowerCase()
      .max(253)
      .regex(
        /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/,
        'Please enter the server’s name, such as smtp.example.com.',
      ),
    port: z
      .int('Please enter a port, such as 587 or 465.')
      .min(1, 'Please enter a port, such as 587 or 465.')
      .max(65_535, 'Please enter a port, such as 587 or 465.'),
    user: z.string().trim().min(1, 'Please enter the user name.').max(300),
    password: z.string().min(1, 'Please enter the password.').max(1_000),
  }),
  response: Keys,
})

/** Removes saved keys. A live shop keeps those it works with. */
export const removeServiceKeys = contract({
  name: 'remove-service-keys',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ service: z.enum(['stripe_test', 'stripe_live', 'mail']) }),
  response: Keys,
})
