/** Why something about an account could not be done. */
export type Problem = {
  /** The service's error code; `unreachable` where it gave no answer. */
  code: string
  /** What the service said, as a notice shows it; empty where it said nothing for people. */
  said: string
  /** The same in our words, with what can be done. */
  words: string
  /** The field the words belong to; null: the form as a whole. */
  field: 'email' | 'password' | 'code' | null
}

type Told = Pick<Problem, 'words' | 'field'>

const told: Record<string, Told> = {
  unreachable: { words: 'We could not be reached. Please look at your connection and try again.', field: null },
  unknown: { words: 'That did not work, and we cannot say why. Please try again in a moment.', field: null },
  invalid_credentials: { words: 'E-mail and password do not belong together.', field: 'password' },
  email_not_confirmed: { words: 'Please confirm your address first, by the letter we sent.', field: 'email' },
  user_already_exists: { words: 'There is an account with that address already.', field: 'email' },
  email_exists: { words: 'There is an account with that address already.', field: 'email' },
  user_banned: { words: 'This account is closed. Please write to us if that surprises you.', field: null },
  signup_disabled: { words: 'New accounts cannot be made at the moment.', field: null },
  captcha_failed: { words: 'We could not see that a person asks. Please try once more.', field: null },
  over_request_rate_limit: { words: 'That was tried too often. Please wait a few minutes.', field: null },
  over_email_send_rate_limit: {
    words: 'A letter to that address left less than a minute ago. Please give it that minute, then ask again.',
    field: null,
  },
  over_sms_send_rate_limit: { words: 'A text left less than a minute ago. Please wait for it.', field: null },
  sms_send_failed: {
    words: 'We could not send a text to that number. Please check it, or choose another way.',
    field: null,
  },
  texts_unavailable: {
    words: 'Texts cannot be sent at the moment. Please try again in a few minutes, or choose another way.',
    field: null,
  },
  mfa_verification_failed: {
    words: 'That code does not fit, or has been used. Please wait for the next one.',
    field: 'code',
  },
  mfa_challenge_expired: { words: 'That took too long. Please try once more.', field: 'code' },
  mfa_ip_address_mismatch: { words: 'That did not come through. Please try the next code.', field: 'code' },
  mfa_factor_not_found: { words: 'That way is closed meanwhile. Please sign in once more.', field: null },
  passkey_refused: { words: 'No passkey was shown. Please try once more.', field: null },
  otp_expired: { words: 'This link was used already, or its time is over.', field: null },
  session_not_found: { words: 'You have been signed out meanwhile. Please sign in again.', field: null },
  conflict: { words: 'That was asked twice at the same moment. Please try again.', field: null },
}

/** Why a password is refused that would be long enough. */
const weak: Record<string, string> = {
  pwned: 'That password is too easy to guess. Please choose another.',
  characters: 'Please mix letters with figures or signs.',
}

/** A problem of ours, in our words alone. */
export function problemOf(code: string, said = ''): Problem {
  const known = Object.hasOwn(told, code) ? told[code] : undefined
  return { code, said, words: said || 'That did not work. Please try again in a moment.', field: null, ...known }
}

/** Whatever the backend's client gave for an error, or threw. */
export function readProblem(error: unknown): Problem {
  const { code, message, status, reasons, name } = (error ?? {}) as Record<string, unknown>
  const said = typeof message === 'string' ? message : ''
  if (name === 'AuthSessionMissingError') return problemOf('session_not_found', said)
  // The client drops the code of every answer from 500 on; what it says is `sendTextCode`'s.
  if (status === 500 && said === 'Error sending sms') return problemOf('texts_unavailable', said)
  // Faults of ours and of the network have no words for people.
  if (typeof status !== 'number' || status < 400 || status >= 500) return problemOf('unreachable')
  if (code === 'weak_password') return { code, said, words: weakWords(reasons) ?? said, field: 'password' }
  if (code === 'validation_failed') return { code, said, words: said, field: fieldNamedIn(said) }
  return problemOf(typeof code === 'string' ? code : 'unknown', said)
}

function weakWords(reasons: unknown): string | undefined {
  const reason = Array.isArray(reasons) ? reasons.find((given) => Object.hasOwn(weak, String(given))) : undefined
  return weak[String(reason)]
}

/** The service names the field in its words only. */
function fieldNamedIn(said: string): Problem['field'] {
  if (/password/i.test(said)) return 'password'
  if (/email/i.test(said)) return 'email'
  return /code/i.test(said) ? 'code' : null
}
