// The campaign parts of the shop, for tests that kill them: node tests/faults/campaign-program.ts DATABASE smtp SMTP,
// or DATABASE klaviyo URL KEY. Its functions respond over HTTP and its jobs send; prints its URL when both run.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { functionPaths } from '#app/exposed.ts'
import { campaignApi } from '#features/campaigns/campaign.api.ts'
import { runCampaignJob, sendCampaignJob, sweepCampaigns } from '#features/campaigns/campaign-job.ts'
import { createKlaviyoSender } from '#features/campaigns/klaviyo-sender.ts'
import { createSubscriberDeps } from '#features/subscribers/subscriber-deps.ts'
import { subscribersApi } from '#features/subscribers/subscribers.api.ts'
import { openDb } from '#platform/database/db.ts'
import { sendEmailJob, sweepOutbox } from '#platform/email/outbox.ts'
import { sendEmails } from '#platform/email/send-email.ts'
import { mailTransport } from '#platform/email/transport.ts'
import { createApp } from '#platform/http/app.ts'
import { closeServer } from '#platform/http/server/http-server.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { deriveSecret } from '#platform/secrets/secrets.ts'
import { campaignDepsOf } from '#tests/fixtures/campaign-engine.ts'

const [connectionString = '', service = '', address = '', apiKey = ''] = process.argv.slice(2)
const siteUrl = 'http://shop.test'
const log = createLog({ level: 'fatal', name: 'campaign-program' })
const db = openDb({ connectionString, log })
const queue = createQueue({ connectionString, log })
await queue.start()
const list = createSubscriberDeps({
  db,
  queue,
  siteUrl,
  secretFor: (purpose) => deriveSecret('a secret of the tests', purpose),
})
const stopping = new AbortController()
const campaignDeps = {
  ...campaignDepsOf({
    ...{ db, queue, log },
    ...(service === 'smtp' ? { smtpUrl: address } : { sender: createKlaviyoSender({ apiKey, apiBase: address }) }),
  }),
  links: list.links,
  stopping: stopping.signal,
}
const app = createApp({
  db,
  log,
  siteUrl,
  live: false,
  jwtSecret: 'a secret of the tests, long enough to be one',
  apiKeyRequired: false,
  rateLimits: false,
  exposed: [],
  functionPaths,
  ready: async () => true,
  routes: (routes) => {
    routes.route('/functions/v1', campaignApi(campaignDeps))
    routes.route('/functions/v1', subscribersApi(list))
  },
})
const server = createServer(getRequestListener(app.fetch))
const transport = mailTransport({
  db,
  smtpUrl: service === 'smtp' ? address : undefined,
  mailFrom: 'The Shop <hello@shop.example>',
})
const emailTemplates = { greeting: async () => ({ subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }) }
await queue.work({
  [sendEmailJob]: sendEmails({ db, queue, transport, templates: emailTemplates, log }),
  [sendCampaignJob]: runCampaignJob(campaignDeps),
})
await sweepOutbox({ db, queue })
await sweepCampaigns({ db, queue })
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)

process.on('SIGTERM', async () => {
  stopping.abort()
  await closeServer(server, { timeoutMs: 10_000 })
  await queue.stop()
  campaignDeps.sender.close()
  transport.close()
  await db.close()
})
