import type { Config } from '#operations/config/environment.ts'
import { type AuthDeps, createKeyedHash } from '#platform/auth/auth-deps.ts'
import { openSigningKeys } from '#platform/auth/sessions/signing-keys.ts'
import type { Db } from '#platform/database/db.ts'
import { createTokenVerifier, ownIssuer } from '#platform/http/identity/tokens.ts'
import { type SmsSender, smsToMailbox } from '#platform/sms/sms.ts'
import { createSmsOverHttp } from '#platform/sms/sms-over-http.ts'
import { shop as brand } from '#shop'
import type { AppContext } from './create-app-context.ts'

/**
 * The dependencies of accounts, from the configuration; writes the policies' settings about administrators to the
 * database.
 */
export async function createAuthDeps({
  config,
  db,
  queue,
  log,
  changes,
  jwtSecret,
  secretFor,
  shopSettings,
  seal,
}: AppContext): Promise<AuthDeps> {
  const live = config.SHOP_MODE === 'live'
  const algorithm = config.JWT_ALGORITHM
  const keys = await openSigningKeys({ db, seal, changes, log, algorithm, secret: jwtSecret })
  const isOwnIssuer = ownIssuer({ siteUrl: config.siteUrl, live })
  const adminMfaRequired = config.ADMIN_MFA === 'required'
  await db.asService((tx) =>
    tx
      .updateTable('private.access_rules')
      .set({ admin_mfa_required: adminMfaRequired })
      .where('admin_mfa_required', '<>', adminMfaRequired)
      .execute(),
  )
  return {
    db,
    queue,
    log,
    siteUrl: config.siteUrl,
    live,
    brand,
    settings: {
      autoconfirm: config.AUTH_AUTOCONFIRM,
      signups: config.AUTH_SIGNUPS,
      unverifiedSignIn: config.AUTH_UNVERIFIED_SIGN_IN,
      manualLinking: config.AUTH_MANUAL_LINKING,
      refreshReuseSeconds: config.AUTH_REFRESH_REUSE_SECONDS,
      passwordMinLength: config.PASSWORD_MIN_LENGTH,
      refuseCommonPasswords: config.AUTH_REFUSE_COMMON_PASSWORDS,
    },
    keys,
    verifier: createTokenVerifier({ secret: jwtSecret, keys }),
    isOwnIssuer,
    seal,
    keyedHash: createKeyedHash(secretFor('what accounts keep as hashes')),
    providers: config.oauthProviders,
    captcha:
      config.CAPTCHA_PROVIDER && config.CAPTCHA_SECRET
        ? { provider: config.CAPTCHA_PROVIDER, secret: config.CAPTCHA_SECRET }
        : null,
    sms: openSms(config, db),
    texts: {
      countries: () => config.SMS_COUNTRIES ?? shopSettings().zones.flatMap(({ countries }) => countries),
      perDay: config.SMS_PER_DAY,
    },
  }
}

/** By the provider of SMS_PROVIDER; without one to the mailbox of a rehearsal, and never in a live shop. */
export function openSms(config: Config, db: Pick<Db, 'asService'>): SmsSender | null {
  const { SMS_PROVIDER: provider, SMS_URL: url = twilioUrl, SMS_TOKEN: token = '', SMS_FROM: from = '' } = config
  if (provider) return createSmsOverHttp({ provider, url, token, from })
  return config.SHOP_MODE === 'live' ? null : smsToMailbox({ db, brand })
}

const twilioUrl = 'https://api.twilio.com'
