import { type Row, row } from './row.ts'

const embedded = 'tests/faults/embedded.test.ts'
const db = 'src/platform/database/db.test.ts'
const atCheckout = 'src/features/checkout/stripe-faults-at-checkout.slow.test.ts'
const stripe = 'src/platform/payments/stripe/stripe-faults.slow.test.ts'
const events = 'src/platform/payments/stripe/read-event.test.ts'
const webhooks = 'src/features/payments/payment-webhooks.api.test.ts'
const overStripe = 'src/features/payments/settle-over-stripe.slow.test.ts'
const sending = 'src/platform/email/send-email.slow.test.ts'
const sendErrors = 'src/features/campaigns/classify-send-error.test.ts'
const klaviyo = 'tests/faults/klaviyo.test.ts'

/** The database, Stripe, the mail server or Klaviyo fails. */
export const peerRows: readonly Row[] = [
  row(
    'D1',
    'PostgreSQL is killed and starts again',
    `${embedded} › after repeated kill -9 PostgreSQL restarts with every committed row`,
    'tests/faults/outages.test.ts › a database outage under load',
  ),
  row(
    'D2',
    'PostgreSQL is restarted, idle connections are cut',
    'tests/faults/outages.test.ts',
    `${db} › a connection that breaks`,
  ),
  row('D3', 'the connection for changes is cut', 'src/platform/database/changes.test.ts › while the connection is cut'),
  row('D4', 'a connection is lost during COMMIT, so the outcome is unknown', 'tests/faults/commit-lost.test.ts'),
  row(
    'D5',
    'the program is killed while it owns its private database',
    `${embedded} › kill -9 of the program shuts its database down`,
    `${embedded} › a program started at the moment of a kill -9`,
  ),
  row('D6', 'killed during the first start', `${embedded} › a first start killed after`),
  row('D7', 'a lock file names another process', `${embedded} › a stale lock file`),
  row(
    'D8',
    'the files are of another version of PostgreSQL',
    'src/platform/database/embedded/embedded.slow.test.ts › files of another PostgreSQL version are refused',
    'src/platform/database/embedded/upgrade-cluster.slow.test.ts › files of the version before are upgraded with every row',
  ),
  row(
    'D9',
    'the disk is full',
    'tests/faults/storage-input.test.ts › a full disk is reported',
    'tests/faults/readiness.test.ts › a shop whose disk is full',
  ),
  row(
    'D10',
    'long transactions hold every connection',
    'src/platform/database/open-few.test.ts › while no connection opens',
    `${db} › a query to a silent database times out`,
    'src/platform/http/errors/error-handler.test.ts › a statement timeout gives 503',
  ),
  row('D11', 'no locale in the environment', `${embedded} › without a locale`),
  row('D12', 'started by root', `${embedded} › root with the shop in a closed folder`),
  row('P1', 'Stripe is down', atCheckout, 'src/platform/payments/stripe/circuit-breaker.test.ts'),
  row(
    'P2',
    'Stripe answers after a minute',
    `${stripe} › a page that is created too slowly`,
    `${atCheckout} › the shopper is told`,
  ),
  row('P3', 'Stripe accepts and never answers', `${stripe} › without a response a call fails in time`),
  row(
    'P4',
    'Stripe makes the page and answers 500',
    `${atCheckout} › a page created behind a lost 500`,
    `${stripe} › a key whose stored response is a 500`,
    'tests/faults/money/limits.test.ts › if both pages of an order are paid',
  ),
  row('P5', 'the key is in use at Stripe', `${stripe} › is retried under its key`),
  row(
    'P6',
    'Stripe limits the rate',
    'src/platform/payments/stripe/request-throttle.test.ts',
    `${atCheckout} › the shopper is told`,
  ),
  row('P7', 'Stripe refuses the request', `${atCheckout} › an order whose page Stripe refuses releases its holds`),
  row('P8', 'an answer of Stripe is cut', `${stripe} › is retried under its key`),
  row(
    'P9',
    'a payment of another amount, mode or account',
    'src/features/payments/settle-order.test.ts',
    `${events} › an event of the other mode is refused`,
    `${events} › an event of another account`,
  ),
  row('E1', 'one event two hundred times at once', `${webhooks} › an event delivered two hundred times at once`),
  row(
    'E2',
    'events in any order',
    'src/features/orders/order-state.test.ts',
    'src/features/payments/settle-histories.slow.test.ts',
  ),
  row('E3', 'events days late', `${overStripe} › events that could not be delivered for days`),
  row('E4', 'an event of an older version', `${events} › an event of an older API version`),
  row(
    'E5',
    'forged events',
    `${overStripe} › every kind of forged event`,
    `${webhooks} › every one of many forged events`,
  ),
  row('E6', 'an event from the past or the future', `${events} › a signature is valid for 300 s`),
  row('E7', 'the secret is changed', `${events} › with any of the secrets`),
  row(
    'E8',
    'two endpoints get each event',
    `${events} › with any of the secrets`,
    `${webhooks} › two hundred times at once`,
  ),
  row('E9', 'an unknown kind of event', `${webhooks} › an event of an irrelevant kind`),
  row('E10', 'an event of more than a megabyte', `${webhooks} › a body of more than a megabyte`),
  row('E11', 'the endpoint is down for days', `${overStripe} › events that could not be delivered for days`),
  row(
    'M1',
    'the mail server is away',
    `${sending} › without a reachable mail server`,
    `${sendErrors} › an unreachable server pauses`,
  ),
  row(
    'M2',
    'the mail server is slow',
    'tests/api/order-emails-api.test.ts › does not wait for a slow mail server',
    'tests/faults/campaign.test.ts › a program stopped during a campaign',
  ),
  row(
    'M3',
    'an address is refused for now',
    `${sending} › a 4xx response postpones`,
    `${sendErrors} › a temporarily refused address`,
  ),
  row(
    'M4',
    'an address is refused for good',
    `${sending} › fails the e-mail`,
    'tests/faults/campaign.test.ts › when one in ten is deferred',
  ),
  row(
    'M5',
    'the mail server refuses the shop',
    `${sending} › is a fault of the shop`,
    `${sendErrors} › refused is the shop’s trouble`,
  ),
  row(
    'M6',
    'the connection drops after the text',
    `${sending} › after a connection that broke behind the text`,
    `${sendErrors} › text transferred`,
  ),
  row(
    'M7',
    'the mail server limits the rate',
    'src/platform/email/send-rate.test.ts',
    `${sendErrors} › a server that throttles`,
  ),
  row('M8', 'Klaviyo limits the rate', `${klaviyo} › a small account’s rate limits`),
  row(
    'M9',
    'Klaviyo fails or is silent',
    `${klaviyo} › with faults of every kind`,
    'src/features/campaigns/klaviyo/klaviyo-sender.test.ts',
  ),
  row(
    'M10',
    'a recipient objects while a campaign is sent',
    'src/features/campaigns/send-campaign.slow.test.ts › a recipient who objects during the sending',
  ),
]
