import { type Row, row } from './row.ts'

const hostile = 'tests/attacks/hostile-requests.test.ts'
const pictures = 'tests/faults/pictures.test.ts'
const publicFiles = 'src/platform/storage/serving/storage-public.test.ts'
const listener = 'src/platform/http/server/listener.slow.test.ts'
const ips = 'src/platform/http/limits/client-ip.test.ts'

/** Attacks on files, on the machine and on the people around it. */
export const attacksOnServer: readonly Row[] = [
  row(
    'S27',
    'uploads that are no pictures',
    'src/platform/storage/pictures/hostile-pictures.test.ts',
    `${pictures} › each of thousands of broken pictures`,
    'tests/protocol/storage-upload.test.ts › the content decides the type',
  ),
  row('S28', 'decompression bombs', `${pictures} › fifty decompression bombs`),
  row(
    'S29',
    'a stored file that opens as a page',
    `${publicFiles} › a stored picture is served re-encoded`,
    `${publicFiles} › other buckets serve the stored bytes, sandboxed`,
  ),
  row(
    'S30',
    'filling, listing and deleting others’ files',
    'tests/protocol/storage-matrix.test.ts',
    'tests/protocol/storage-quota.test.ts',
  ),
  row(
    'S31',
    'paths out of the folder',
    'tests/faults/storage-input.test.ts › no requested path escapes',
    `${pictures} › no URL reads anything except an object`,
    `${publicFiles} › no path leads out of a bucket`,
  ),
  row(
    'S32',
    'addresses that the server should fetch',
    'tests/protocol/auth/factors-webauthn.test.ts › nothing is fetched for it',
    `${hostile} › the server has fetched no address`,
  ),
  row(
    'S33',
    'prototypes and values of wrong types',
    hostile,
    'tests/attacks/hostile-input.test.ts',
    'src/platform/rest/parse-body.test.ts › keys such as `__proto__`',
  ),
  row(
    'S34',
    'smuggled requests',
    `${listener} › a body that looks like a request is a body`,
    `${listener} › a malformed request is answered 400`,
    `${listener} › random bytes end a connection`,
  ),
  row('S35', 'a false client address', ips),
  row(
    'S36',
    'sign-ups by bots, and bombing a mailbox',
    'tests/api/subscriber-sign-ups.test.ts',
    'tests/attacks/floods.test.ts › requests every minute for an hour',
    'src/features/orders/links/find-order.api.test.ts › a flood of requests reaches one mailbox',
  ),
  row(
    'S37',
    'a campaign sent by others, twice or with markup',
    'tests/api/campaign.test.ts',
    'tests/api/unsubscribe.test.ts › every e-mail to the list has the footer',
  ),
  row(
    'S38',
    'an order’s e-mail to another address',
    'tests/api/order-emails-api.test.ts › writes to the order’s address, whatever the body says',
  ),
  row('S39', 'keys in scripts, responses and logs', 'tests/faults/secret-keys.test.ts'),
  row(
    'S40',
    'a first administrator with a known password',
    'src/platform/auth/first-administrator.test.ts',
    'src/app/first-password.test.ts',
    'src/platform/auth/generated-password.test.ts',
  ),
  row(
    'S41',
    'errors that reveal details',
    hostile,
    'src/platform/http/errors/error-handler.test.ts › an unexpected error is logged',
    'src/platform/rest/database-error.test.ts',
  ),
  row(
    'S42',
    'checks that fail open',
    'src/platform/http/limits/rate-limiter.test.ts › while the database cannot count, no call passes',
    'tests/protocol/auth/captcha.test.ts › if the provider fails or answers incorrectly, no request passes',
  ),
  row(
    'S43',
    'secrets and addresses in the log',
    'tests/attacks/storms.test.ts › the log contains no passwords',
    'src/platform/http/app.test.ts › the log has a line a request, without query, token or address',
  ),
  row(
    'S44',
    'changes that leave no trace',
    'src/platform/database/db.test.ts › every change of a product is in the audit log',
    'tests/protocol/auth/sign-in.test.ts › sign-ins and failures are in the auth log',
    'tests/api/settings.test.ts › a change applies at once',
  ),
  row('S45', 'packages that were exchanged', 'scripts/lock-file.test.ts', 'scripts/set-up/node.test.ts'),
  row(
    'S46',
    'other users of the machine at the private database',
    'src/platform/database/embedded/embedded.slow.test.ts › only its owner can read the passwords',
  ),
  row(
    'S47',
    'the back office without the role',
    'tests/api/endpoint-matrix.test.ts',
    'tests/journeys/admin-access.journey.ts › an administrator who loses the role',
  ),
  row(
    'S48',
    'personal data in shared caches',
    'tests/protocol/rest-http.test.ts › and are not cached',
    'src/platform/http/app.test.ts › every response has all security headers',
    'src/features/orders/page/order-page.api.test.ts › no cache keeps it',
  ),
  row(
    'S49',
    'texts that make a pattern slow',
    'src/platform/rest/parse-query.test.ts › eight kilobytes of any text are parsed quickly',
  ),
  row(
    'S50',
    'formulas in exported files',
    'src/platform/csv.test.ts',
    'tests/api/admin-orders.test.ts › contains no formulas',
  ),
]
