import { EmailError, type EmailErrorKind, EmailRejected } from './email.ts'

/** An error of nodemailer 10. `command`: the SMTP command, or CONN before the first one. */
type SmtpError = Error & { code?: string; command?: string; responseCode?: number; originalCode?: string }

// The wordings of Gmail, Postfix and Amazon SES, and the enhanced codes of quotas; their status codes differ.
const tooFast =
  /too (many|fast|quickly)|rate.?limit|(sending|message|mail) rate|throttl|slow down|(sending|daily|hourly) (\w+ )*(quota|limit)|4\.7\.28|5\.4\.5/i
// Postfix and others refuse the sender or login only at RCPT, so that their log has the recipient.
const aboutSender =
  /relay|authenticat|not logged in|sender (address )?(is )?(rejected|denied|not allowed|unknown)|5\.1\.[78]|starttls/i
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_SSL|ERR_TLS/
const networkCodes = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'EPROTOCOL', 'ETLS', 'EPROXY']
const loginCodes = ['EAUTH', 'ENOAUTH', 'EOAUTH2']

/**
 * Maps an error of nodemailer to an `EmailError`. `textSent`: the server got the text, so without a response the e-mail
 * may have been accepted. Errors of neither server nor network are returned unchanged.
 */
export function readSmtpError(error: unknown, { textSent }: { textSent: boolean }): unknown {
  const smtp = error as SmtpError
  const kind = smtp.responseCode
    ? kindOfResponse(smtp, smtp.responseCode, textSent)
    : kindWithoutResponse(smtp, textSent)
  if (kind === null) return error
  return kind === 'refused'
    ? new EmailRejected(smtp.message, { cause: error })
    : new EmailError(kind, smtp.message, { cause: error })
}

/** RFC 5321, 4.2.1: after 4yz and 5yz the command had no effect. */
function kindOfResponse({ command = '', message }: SmtpError, code: number, textSent: boolean): EmailErrorKind {
  const isPermanent = code >= 500 && code !== 503
  if (code === 421 || tooFast.test(message)) return 'too_fast'
  switch (command) {
    case 'RCPT TO':
      if (isPermanent && aboutSender.test(message)) return 'misconfigured'
      return isPermanent ? 'refused' : 'later'
    case 'DATA':
      return isPermanent ? 'refused' : 'later'
    case 'MAIL FROM':
      // 552: the e-mail is too large. Other errors about the sender concern every e-mail.
      if (code === 552) return 'refused'
      return code >= 500 ? 'misconfigured' : 'too_fast'
    default:
      if (textSent) return 'later'
      return code >= 500 ? 'misconfigured' : 'unreachable'
  }
}

function kindWithoutResponse({ code = '', originalCode = '', command, message }: SmtpError, textSent: boolean) {
  if (textSent) return 'unknown'
  if (loginCodes.includes(code) || certificate.test(originalCode) || /certificate/i.test(message))
    return 'misconfigured'
  if (code === 'EMESSAGE' && command === 'MAIL FROM') return 'refused'
  return networkCodes.includes(code) || message === 'Connection pool was closed' ? 'unreachable' : null
}
