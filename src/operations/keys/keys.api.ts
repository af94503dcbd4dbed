import type { Hono } from 'hono'
import { requireFreshSession } from '#features/accounts/own-session.ts'
import type { Claims } from '#platform/database/db.ts'
import { EmailError } from '#platform/email/email.ts'
import { verifySmtp } from '#platform/email/smtp.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import { type Call, endpoints, handle } from '#platform/http/handle.ts'
import { type CheckedKey, checkStripeKey, StripeKeyError } from '#platform/payments/stripe/check-keys.ts'
import type { Seal } from '#platform/secrets/secrets.ts'
import {
  removeServiceKeys as remove,
  type SavedKeys,
  type ServiceName,
  saveServiceKeys,
} from '#platform/secrets/service-keys.ts'
import type { Config } from '../config/environment.ts'
import { type Keys, readKeys, removeServiceKeys, saveMailServer, saveStripeKeys } from './keys.contract.ts'
import { type KeysInUse, stripeServiceOf } from './keys-in-use.ts'

type KeysDeps = { config: Config; seal: Seal; serviceKeys: KeysInUse }
type Calling = Pick<Call, 'c' | 'db' | 'asCaller'> & { claims: Claims & { sub: string } }

/** The keys of payments and e-mail that the owner types. Saving needs a recent sign-in, as they decide where money goes. */
export function keysApi({ config, seal, serviceKeys }: KeysDeps): Hono<Env> {
  const live = config.SHOP_MODE === 'live'
  const apiBase = config.STRIPE_API_BASE

  function state(): Keys {
    const { stripe_test, stripe_live, mail } = serviceKeys.saved()
    const from = (isFixed: boolean, isOwn: boolean) => (isFixed ? 'server' : isOwn ? 'owner' : 'none')
    const host = mail?.keys ? new URL(mail.keys.smtpUrl).hostname : null
    return {
      live,
      payments: {
        from: from(Boolean(config.STRIPE_SECRET_KEY), serviceKeys.stripe() !== null),
        test: stripe_test && described(stripe_test),
        live: stripe_live && described(stripe_live),
        webhook_address: `${config.siteUrl}/webhooks/stripe`,
      },
      mail: {
        from: from(config.SMTP_URL !== undefined, serviceKeys.smtpUrl() !== undefined),
        saved: mail && { ...described(mail), host },
        sender: config.mailFrom(),
      },
    }
  }

  /** Every program is notified of the change; this one need not wait for the notification. */
  async function change({ c, asCaller, claims }: Calling, work: Parameters<Calling['asCaller']>[0]): Promise<Keys> {
    await asCaller(async (tx) => {
      await requireFreshSession(tx, claims)
      await work(tx)
    })
    await serviceKeys.reread().catch((error: unknown) => c.var.log.warn({ error }, 'keys will be read again'))
    return state()
  }

  /** Also before the service is called: without a recent sign-in no key can be tried. */
  const requireFresh = ({ db, claims }: Calling) => db.asService((tx) => requireFreshSession(tx, claims))

  return endpoints(
    handle(readKeys, async () => state()),
    handle(saveStripeKeys, async (call) => {
      const { secret_key: secretKey, webhook_secret: webhookSecrets, other_account: mayBeOther } = call.body
      if (config.STRIPE_SECRET_KEY) throw fieldError('secret_key', fixed('STRIPE_SECRET_KEY'))
      const service = secretKey.includes('_live_') ? 'stripe_live' : 'stripe_test'
      if (live && service === 'stripe_test')
        throw fieldError('secret_key', 'This is a test key, and this shop is live. Please paste the live key.')
      await requireFresh(call)
      const { account, takesPayments } = await acceptedByStripe({ secretKey, apiBase })
      const former = serviceKeys.saved()[service]?.account ?? null
      if (former && account && former !== account && !mayBeOther) throw otherAccount(former, account)
      const keys = { secretKey, webhookSecrets }
      const saved = await change(call, (tx) => saveServiceKeys(tx, seal, { service, keys, account }))
      return { ...saved, takes_payments: takesPayments }
    }),
    handle(saveMailServer, async (call) => {
      if (config.SMTP_URL !== undefined) throw fieldError('host', fixed('SMTP_URL'))
      await requireFresh(call)
      const smtpUrl = smtpUrlOf(call.body)
      await requireLogin(smtpUrl)
      return change(call, (tx) => saveServiceKeys(tx, seal, { service: 'mail', keys: { smtpUrl } }))
    }),
    handle(removeServiceKeys, async (call) => {
      const { service } = call.body
      const inUse: ServiceName[] = [stripeServiceOf(config), 'mail']
      if (live && inUse.includes(service))
        throw new AppError('bad_request', 'A live shop needs this. Save another one in its place instead.')
      return change(call, (tx) => remove(tx, service))
    }),
  )
}

const fixed = (variable: string) => `${variable} is set on the server, and it decides. It can be changed there alone.`

function described({ keys, account, savedAt }: SavedKeys<ServiceName>) {
  return { saved_at: savedAt.toISOString(), readable: keys !== null, account }
}

function otherAccount(former: string, account: string): AppError {
  return new AppError(
    'other_account',
    `This key belongs to another Stripe account (${account}) than the saved one (${former}). Payments of the former account can’t be refunded from here any more.`,
    { status: 409 },
  )
}

async function acceptedByStripe(key: { secretKey: string; apiBase: string | undefined }): Promise<CheckedKey> {
  try {
    return await checkStripeKey(key)
  } catch (error) {
    if (!(error instanceof StripeKeyError)) throw error
    if (error.why === 'unreachable')
      throw new AppError('payment_provider_down', 'Stripe isn’t answering, so nothing was saved. Please try again.', {
        cause: error,
      })
    throw fieldError(
      'secret_key',
      error.why === 'key'
        ? 'Stripe doesn’t accept this key. Please copy it again.'
        : 'Stripe accepts this key, but it lacks rights that the shop needs. Please use the secret key, or give it those rights.',
    )
  }
}

/** Port 465 speaks TLS from the first byte; on every other one it begins after STARTTLS. */
function smtpUrlOf({ host, port, user, password }: { host: string; port: number; user: string; password: string }) {
  const scheme = port === 465 ? 'smtps' : 'smtp'
  return `${scheme}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${port}`
}

/** Refuses bad_request, at the field to correct, unless the server accepts the login. */
async function requireLogin(smtpUrl: string): Promise<void> {
  try {
    await verifySmtp(smtpUrl)
  } catch (error) {
    if (!(error instanceof EmailError)) throw error
    if (error.kind !== 'misconfigured')
      throw fieldError('host', 'No answer from this server. Please check its name and the port.')
    const { code } = error.cause as { code?: string }
    throw code === 'EAUTH'
      ? fieldError('password', 'The server doesn’t accept this user name and password.')
      : fieldError('host', 'The server offers no safe connection under this name and port.')
  }
}
