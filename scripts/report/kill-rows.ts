import { type Row, row } from './row.ts'

const kills = 'tests/faults/money/kills.test.ts'
const steps = 'tests/faults/checkout.test.ts'
const byStripe = 'src/features/checkout/checkout-by-stripe.slow.test.ts'
const pageJobs = 'src/features/checkout/checkout.jobs.test.ts'
const webhooks = 'src/features/payments/payment-webhooks.api.test.ts'
const overStripe = 'src/features/payments/settle-over-stripe.slow.test.ts'
const paymentJobs = 'src/features/payments/payments.jobs.test.ts'
const campaign = 'tests/faults/campaign.test.ts › with five kills'
const klaviyo = 'tests/faults/klaviyo.test.ts'
const sendErrors = 'src/features/campaigns/classify-send-error.test.ts'
const storage = 'tests/faults/storage.test.ts'

/** The program is killed. */
export const killRows: readonly Row[] = [
  row('C0', 'killed before the checkout request is read', kills),
  row('C1', 'killed before the order is committed', kills, steps),
  row('C2', 'killed before Stripe is called', kills, `${pageJobs} › a page whose answer was lost`),
  row('C3', 'killed after Stripe made the page', kills, `${pageJobs} › a page whose answer was lost`),
  row('C4', 'killed before the page is committed', kills, steps),
  row('C5', 'killed before the customer gets the page', kills, `${byStripe} › twenty concurrent presses`),
  row(
    'C6',
    'the shop is down when the webhook comes',
    `${overStripe} › events that could not be delivered for days`,
    'tests/faults/money/lost-webhooks.test.ts',
  ),
  row(
    'C7',
    'the webhook comes before the page is committed',
    kills,
    `${paymentJobs} › an event that arrives before its order waits for it`,
  ),
  row(
    'C8',
    'the webhook never comes; a forged session id reveals nothing',
    `${byStripe} › the success page needs no webhook`,
    'src/features/checkout/checkout-fuzz.slow.test.ts › no session id causes a 5xx or returns more',
  ),
  row('W0', 'killed before the signature is checked', kills),
  row('W1', 'killed before the event is committed', kills),
  row('W2', 'killed before the 200', kills),
  row(
    'W3',
    'one kind of event cannot be handled',
    `${paymentJobs} › an event that cannot be handled is retried and delays no other`,
    `${webhooks} › an event that could not be stored is delivered again`,
  ),
  row('K0', 'killed before a campaign is committed', campaign),
  row('K1', 'killed before the first e-mail of a campaign', campaign),
  row(
    'K2',
    'killed before the text of an e-mail is sent',
    campaign,
    `${sendErrors} › a dead runner’s rows are unknown`,
  ),
  row(
    'K3',
    'killed after the mail server took an e-mail',
    campaign,
    `${sendErrors} › a dead runner’s rows are unknown`,
  ),
  row(
    'K4',
    'a campaign that is started twice',
    'tests/api/campaign.test.ts › two administrators send twenty times at once',
    'tests/journeys/admin-campaign.journey.ts › Send pressed twice in two browsers',
  ),
  row('K5', 'killed while an order’s confirmation is sent', 'tests/faults/mail.test.ts', kills),
  row('K6', 'killed during a campaign through Klaviyo', `${klaviyo} › killed repeatedly`),
  row('U1', 'killed while a picture is received', `${storage} › after a kill during the transfer`),
  row(
    'U2',
    'killed before a picture has its name',
    `${storage} › nothing is shown, and the sweep takes all of it away`,
  ),
  row('U3', 'killed before a picture has its row', `${storage} › nothing is shown, and the sweep takes all of it away`),
  row('U4', 'killed before the answer to an upload', `${storage} › after a kill that follows the row’s write`),
  row(
    'U5',
    'killed while a product’s picture is replaced',
    `${storage} › the old one or the new one is whole`,
    'src/platform/storage/sweep-storage.test.ts › pictures stay while a product',
  ),
]
