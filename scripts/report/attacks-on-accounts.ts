import { type Row, row } from './row.ts'

const auth = 'tests/protocol/auth'
const matrix = 'tests/api/access-matrix.test.ts'
const endpoints = 'tests/api/endpoint-matrix.test.ts'
const takeover = 'tests/attacks/account-takeover.test.ts'
const tokens = 'src/platform/http/identity/tokens.test.ts'
const discounts = 'src/features/checkout/discounts-at-checkout.test.ts'

/** Attacks on money, on accounts and on their data. */
export const attacksOnAccounts: readonly Row[] = [
  row(
    'S1',
    'false prices, sizes and quantities in a cart',
    'src/features/checkout/checkout.api.slow.test.ts › the server checks the browser’s prices',
    'src/features/checkout/checkout-fuzz.slow.test.ts › every payment page charges the shop’s own prices',
    'tests/journeys/buying.journey.ts › the server ignores a falsified price',
  ),
  row(
    'S2',
    'discount codes: guesses, look-alikes, races',
    `${discounts} › fifty carts request the last use`,
    `${discounts} › twenty wrong codes in ten minutes`,
    'tests/faults/money/limits.test.ts › 200 concurrent customers with a code',
  ),
  row(
    'S3',
    'forged and foreign webhooks',
    'src/features/payments/payment-webhooks.api.test.ts › every one of many forged events',
    'src/platform/payments/stripe/read-event.test.ts',
    'src/features/payments/settle-over-stripe.slow.test.ts › every kind of forged event',
  ),
  row(
    'S4',
    'the success page of another purchase',
    'tests/journeys/paying.journey.ts › an invented, empty or foreign session id',
  ),
  row('S5', 'other customers’ rows, by any way of reading', matrix, endpoints, 'tests/api/my-orders.test.ts'),
  row(
    'S6',
    'a role or a state of one’s own making',
    `${takeover} › no user-written field`,
    `${auth}/user.test.ts › the user’s metadata gives no rights`,
  ),
  row(
    'S7',
    'columns and schemas that are not for the caller',
    `${matrix} › no schema except public`,
    `${takeover} › no table of the auth schema`,
    'tests/protocol/rest-errors.test.ts › unknown names and invalid values',
  ),
  row(
    'S8',
    'SQL in filters, names and headers',
    'src/platform/rest/plan.test.ts',
    'tests/protocol/rest-hostile.test.ts › values that look like SQL',
    'tests/protocol/rest-fuzz.test.ts',
  ),
  row(
    'S9',
    'heavy queries',
    'src/platform/rest/plan.test.ts › no statement requests more than a thousand rows',
    'src/platform/rest/parse-query.test.ts',
    'src/platform/http/errors/error-handler.test.ts › a statement timeout gives 503',
  ),
  row(
    'S10',
    'a role that stays on a connection',
    'tests/protocol/rest-roles.test.ts',
    'src/platform/database/db.test.ts › the role and claims end with the transaction',
  ),
  row('S11', 'forged tokens', tokens, `${auth}/sessions.test.ts › forged, altered and foreign tokens`),
  row(
    'S12',
    'a token after sign-out, ban or loss of the role',
    `${auth}/sessions.test.ts › within a second of a sign-out`,
    `${auth}/sessions.test.ts › a revoked role has no effect`,
  ),
  row(
    'S13',
    'a stolen refresh token',
    `${auth}/refresh.test.ts › an older token after the interval ends the whole family`,
  ),
  row(
    'S14',
    'a link that brings a foreign session',
    'tests/journeys/signing-in.journey.ts › a link with a foreign session signs no user in',
  ),
  row(
    'S15',
    'guessing passwords',
    `${auth}/login-attempts.test.ts`,
    'src/platform/auth/sign-in/login-throttle.slow.test.ts › 10,000 tries',
  ),
  row(
    'S16',
    'finding out who has an account',
    `${auth}/timing.test.ts`,
    `${auth}/sign-in.test.ts › an unknown address, a wrong password`,
    `${auth}/sign-up.test.ts › a confirmed address gets the same response`,
    `${auth}/mail-requests.test.ts › a known and an unknown address get the same response`,
  ),
  row(
    'S17',
    'weak, leaked and odd passwords',
    'src/platform/auth/passwords/validate-password.test.ts',
    'src/platform/auth/passwords/password.test.ts',
  ),
  row(
    'S18',
    'links in e-mails: reuse, guesses, scanners, false hosts',
    `${auth}/verify-link.test.ts › a mail scanner’s HEAD request`,
    `${auth}/verify-attempts.test.ts`,
    `${auth}/verify.test.ts › a token expires on time`,
    `${auth}/redirects.test.ts › and proxy headers affect neither`,
  ),
  row(
    'S19',
    'guessing and reusing second factors',
    `${auth}/factors-time.test.ts › of ten thousand guesses`,
    `${auth}/factors-totp.test.ts › a code passes once`,
    `${auth}/admin-mfa.test.ts`,
  ),
  row(
    'S20',
    'redirects to other sites',
    `${auth}/redirects.test.ts › two hundred foreign URLs`,
    `${auth}/redirects.test.ts › for any requested redirect`,
    'tests/journeys/ways-back.journey.ts › Cancel never opens another site',
  ),
  row(
    'S21',
    'forms of another site',
    `${takeover} › a form of another site has no effect`,
    'tests/protocol/functions-http.test.ts',
  ),
  row(
    'S22',
    'scripts of another origin',
    'tests/protocol/rest-hostile.test.ts › only the shop’s origin can read',
    'src/platform/http/app.test.ts › a live shop lets pages of its own origin',
  ),
  row(
    'S23',
    'markup in names, notes and texts',
    'tests/journeys/page-scripts.journey.ts',
    'src/features/orders/emails/confirmation.email.test.ts › customer input is text',
  ),
  row(
    'S24',
    'markup, headers and second recipients in e-mails',
    'src/platform/email/hostile-mail.test.ts',
    'src/platform/email/address.test.ts',
  ),
  row(
    'S25',
    'responses without security headers',
    'tests/journeys/headers.journey.ts',
    'src/platform/http/app.test.ts › every response has all security headers',
    'src/platform/pages/content-security-policy.test.ts',
  ),
  row(
    'S26',
    'tokens that stay in the browser',
    'src/features/accounts/client/sign-out.test.ts',
    'tests/journeys/signing-in.journey.ts › a sign-out also works without a connection',
  ),
]
