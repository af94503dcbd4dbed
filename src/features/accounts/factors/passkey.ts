import type { loadBackend } from '#platform/client/backend-client.ts'
import { callAccount, type Outcome } from '../client/account-requests.ts'

type Auth = Awaited<ReturnType<typeof loadBackend>>['auth']

/**
 * Whether this browser can create passkeys here: it supports them, and the shop's host is a name, not an IP address.
 */
export function hasPasskeys(): boolean {
  const isNamed = !/^(\d+(\.\d+){3}|\[.*\])$/.test(window.location.hostname)
  return isNamed && 'PublicKeyCredential' in window
}

/**
 * Creates a passkey on the device or a security key, as a second factor with this name. Removes the factor again if any
 * step fails.
 */
export function makePasskey(name: string): Promise<Outcome<null>> {
  return callAccount(async ({ auth }) => {
    const { data: factor, error } = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName: name })
    if (error) return { data: null, error }
    const answer = await answerChallenge(auth, factor.id)
    if (answer.error) await auth.mfa.unenroll({ factorId: factor.id })
    return answer
  })
}

/** The browser creates the key, and the server verifies it. */
async function answerChallenge(auth: Auth, factorId: string): Promise<{ data: null; error: unknown }> {
  const party = { rpId: window.location.hostname, rpOrigins: [window.location.origin] }
  const { data: challenge, error } = await auth.mfa.challenge({ factorId, webauthn: party })
  if (error) return { data: null, error }
  // TypeScript's types lack some of the options that browsers support.
  const options = challenge.webauthn.credential_options as CredentialCreationOptions
  const credential = await ask(() => navigator.credentials.create(options))
  if (!(credential instanceof PublicKeyCredential)) return { data: null, error: credential }
  // supabase-js has its own copy of the browser's credential types.
  const webauthn = { ...party, type: 'create' as const, credential_response: credential }
  const verified = await auth.mfa.verify({ factorId, challengeId: challenge.id, webauthn } as never)
  return { data: null, error: verified.error }
}

const cancelled = 'Nothing was confirmed: the browser’s question was closed, or waited too long.'
const alreadyThere = 'This device or key is a second factor of yours already.'

/**
 * Opens the browser's dialog; returns its credential, or an error with a message if the user or the browser refuses.
 */
async function ask(question: () => Promise<Credential | null>): Promise<unknown> {
  try {
    return (await question()) ?? refused(cancelled)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return refused(error.name === 'InvalidStateError' ? alreadyThere : cancelled)
  }
}

function refused(message: string): object {
  return { status: 400, code: 'passkey_refused', message }
}
