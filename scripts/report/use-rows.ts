import { type Row, row } from './row.ts'

const products = 'tests/journeys/admin-products.journey.ts'
const refresh = 'tests/protocol/auth/refresh.test.ts'
const migrate = 'src/platform/database/migrate.test.ts'
const stopping = 'tests/faults/stopping.test.ts'
const checkout = 'src/features/checkout/checkout.api.slow.test.ts'

/** Two people, two programs, a clock or a crowd come at once. */
export const useRows: readonly Row[] = [
  row('N1', 'two administrators edit one product', `${products} › two administrators who edit one product`),
  row(
    'N2',
    'two administrators change one order',
    'tests/api/admin-orders-changes.test.ts › of two users who set different numbers',
    'tests/api/order-emails.test.ts › two administrators set the same number',
    'tests/api/edit-order.test.ts › of two owners who save at once',
  ),
  row('N3', 'a product is deleted that carts and payment pages have', `${products} › deleting a product leaves carts`),
  row('N4', 'a price changes between cart and checkout', `${checkout} › the server checks the browser’s prices`),
  row(
    'N5',
    'one cart is bought in two tabs',
    'tests/journeys/paying.journey.ts › two presses in two tabs',
    `${checkout} › twenty concurrent requests create one payment page`,
    'tests/faults/money/histories.test.ts',
  ),
  row(
    'N6',
    'many tabs refresh one session',
    `${refresh} › 200 tabs that refresh one token`,
    `${refresh} › an older token after the interval ends the whole family`,
    'tests/faults/accounts.test.ts › killed at any moment of a refresh',
  ),
  row(
    'N7',
    'two programs on one database',
    `${migrate} › of two programs that start at once`,
    'src/platform/jobs/queue.slow.test.ts › two processes may start together',
    'src/platform/storage/files/image-folder-mark.test.ts',
    'tests/protocol/auth/login-attempts.test.ts › two instances share the count',
    `${stopping} › of two shops behind a balancer`,
  ),
  row('N8', 'the former version on the new tables', `${migrate} › a program that is one version behind`),
  row(
    'N9',
    'stopped under load',
    stopping,
    'tests/faults/jobs.test.ts › when the program stops',
    'src/platform/http/server/close-server.test.ts',
  ),
  row('N10', 'the clock of the machine is wrong by ten minutes', 'tests/cluster/clock.test.ts'),
  row(
    'N11',
    'summer time and leap days',
    'src/features/catalogue/admin/product-draft.test.ts › also across a clock change',
    'tests/api/admin-orders-edge-cases.test.ts › also on the days of clock changes',
  ),
  row('N12', 'ten thousand visitors at once', 'tests/load/crowd.test.ts', 'tests/load/overload.test.ts'),
  row(
    'N13',
    'all visitors check out in one minute',
    'src/platform/payments/stripe/request-throttle.test.ts',
    'tests/faults/money/limits.test.ts',
  ),
  row(
    'N14',
    'thousands of half-open requests',
    'src/platform/http/server/listener.slow.test.ts › a silent connection is closed',
    'src/platform/http/limits/body-timeout.test.ts',
  ),
  row(
    'N15',
    'bodies without an end',
    'src/platform/http/app.test.ts › a body past a megabyte is refused',
    'tests/protocol/rest-hostile.test.ts › the size limit applies to a streamed body',
    'tests/protocol/storage-upload.test.ts › a bucket’s limits apply',
    'src/platform/rest/parse-body.test.ts › nesting past 64 levels is refused',
  ),
  row(
    'N16',
    'hundreds of sign-ins a second',
    'src/platform/auth/passwords/hash-gate.slow.test.ts',
    'tests/attacks/storms.test.ts › during five hundred concurrent sign-ins',
  ),
  row(
    'N17',
    'the program is busy for longer than 200 ms',
    'src/platform/metrics/metrics.test.ts › a program that is busy for 300 ms',
    'tests/cluster/prometheus.test.ts › the rules’ own examples pass',
  ),
]
