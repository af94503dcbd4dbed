import { MailRefused, MailTrouble, type TroubleKind } from './letter.ts'

/** What nodemailer 10 says of a letter that did not leave. `command`: what was being said, CONN where nothing was. */
type SmtpError = Error & { code?: string; command?: string; responseCode?: number; originalCode?: string }

// How providers say it, whatever the number: Gmail's and Postfix's words, Amazon's throttling, enhanced codes of quotas.
const tooFast =
  /too (many|fast|quickly)|rate.?limit|(sending|message|mail) rate|throttl|slow down|(sending|daily|hourly) (\w+ )*(quota|limit)|4\.7\.28|5\.4\.5/i
// Postfix and others answer RCPT with what they think of us, so that the log knows for whom the letter was.
const notTheRecipient =
  /relay|authenticat|not logged in|sender (address )?(is )?(rejected|denied|not allowed|unknown)|5\.1\.[78]|starttls/i
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_SSL|ERR_TLS/
const ofTheNetwork = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'EPROTOCOL', 'ETLS', 'EPROXY']
const ofOurLogin = ['EAUTH', 'ENOAUTH', 'EOAUTH2']

/**
 * What an error of nodemailer means for the letter. `handedOver`: the server was given text, so where it did not answer
 * nobody knows whether it took the letter; an answer is believed. Gives back as it is what no server or network did.
 */
export function smtpTrouble(error: unknown, { handedOver }: { handedOver: boolean }): unknown {
  const said = error as SmtpError
  const kind = said.responseCode ? kindOfAnswer(said, said.responseCode, handedOver) : kindOfSilence(said, handedOver)
  if (kind === null) return error
  return kind === 'refused'
    ? new MailRefused(said.message, { cause: error })
    : new MailTrouble(kind, said.message, { cause: error })
}

/** RFC 5321, 4.2.1: 4yz and 5yz both say that it was not done. */
function kindOfAnswer({ command = '', message }: SmtpError, code: number, handedOver: boolean): TroubleKind {
  const isForGood = code >= 500 && code !== 503
  if (code === 421 || tooFast.test(message)) return 'too_fast'
  switch (command) {
    case 'RCPT TO':
      if (isForGood && notTheRecipient.test(message)) return 'misconfigured'
      return isForGood ? 'refused' : 'later'
    case 'DATA':
      return isForGood ? 'refused' : 'later'
    case 'MAIL FROM':
      // 552: the letter is larger than the server takes. Whatever else is said of a sender is said of every letter.
      if (code === 552) return 'refused'
      return code >= 500 ? 'misconfigured' : 'too_fast'
    default:
      if (handedOver) return 'later'
      return code >= 500 ? 'misconfigured' : 'unreachable'
  }
}

function kindOfSilence({ code = '', originalCode = '', command, message }: SmtpError, handedOver: boolean) {
  if (handedOver) return 'unknown'
  if (ofOurLogin.includes(code) || certificate.test(originalCode) || /certificate/i.test(message))
    return 'misconfigured'
  if (code === 'EMESSAGE' && command === 'MAIL FROM') return 'refused'
  return ofTheNetwork.includes(code) || message === 'Connection pool was closed' ? 'unreachable' : null
}
