import { loadBackend } from '#platform/client/backend-client.ts'
import { RequestError } from '#platform/client/functions.ts'

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
export async function createPasskey(name: string): Promise<object> {
  const { auth } = await loadBackend()
  const { data: factor, error } = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName: name })
  if (error) throw error
  try {
    return await confirmPasskey(auth, factor.id)
  } catch (error) {
    await auth.mfa.unenroll({ factorId: factor.id })
    throw error
  }
}

/** The browser creates the key, and the server verifies it. */
async function confirmPasskey(auth: Auth, factorId: string): Promise<object> {
  const party = { rpId: window.location.hostname, rpOrigins: [window.location.origin] }
  const { data: challenge, error } = await auth.mfa.challenge({ factorId, webauthn: party })
  if (error) throw error
  // TypeScript's types lack some of the options that browsers support.
  const options = challenge.webauthn.credential_options as CredentialCreationOptions
  const credential = await askBrowser(() => navigator.credentials.create(options))
  // supabase-js has its own copy of the browser's credential types.
  const webauthn = { ...party, type: 'create' as const, credential_response: credential }
  const verified = await auth.mfa.verify({ factorId, challengeId: challenge.id, webauthn } as never)
  if (verified.error) throw verified.error
  return verified.data
}

const cancelled = 'That wasn’t confirmed: the browser’s message was closed or timed out.'
const alreadyThere = 'You’ve already added this device or key.'

/** The browser's question to the user. Throws a `RequestError` when it is closed or refused. */
async function askBrowser(request: () => Promise<Credential | null>): Promise<Credential> {
  try {
    const credential = await request()
    if (credential) return credential
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    if (error.name === 'InvalidStateError') throw refused(alreadyThere)
  }
  throw refused(cancelled)
}

function refused(message: string): RequestError {
  return new RequestError({ code: 'passkey_refused', status: 400, message })
}
