import { loadBackend } from '#platform/client/backend-client.ts'
import type { Notice } from '#ui/toast-shelf.tsx'
import { signUpFailed } from './sign-up-failed.ts'

const uniqueViolation = '23505'

/**
 * Puts an address on the list for the launch letter, and gives what to tell its owner. `source`: where the form stands.
 * `doubleOptIn`: the address counts once its owner follows the link in an e-mail. Browser only.
 */
export async function signUpForLaunch(
  email: string,
  { source, doubleOptIn }: { source: string; doubleOptIn: boolean },
): Promise<Notice> {
  try {
    const backend = await loadBackend()
    // Visitors may add to the list and not read it, so nothing is asked back.
    const { error } = await backend.from('email_signups').insert({ email: withPlainDomain(email), source })
    return noticeFor(error?.code ?? null, { done: error === null, doubleOptIn })
  } catch {
    // The client's code itself did not arrive: no connection.
    return noticeFor(null, { done: false, doubleOptIn })
  }
}

/** The notice for an answer. code: the database's, or null where it gave none. */
export function noticeFor(code: string | null, { done, doubleOptIn }: { done: boolean; doubleOptIn: boolean }): Notice {
  if (done && doubleOptIn) {
    return { title: 'Nearly there', description: 'Please confirm by the link we’ve sent you.', tone: 'success' }
  }
  if (done) return { title: 'Success!', description: "You'll be notified when pre-orders open.", tone: 'success' }
  if (code === uniqueViolation) {
    return { title: 'Already registered', description: 'This email is already on our notification list.' }
  }
  return signUpFailed
}

/** `ruth@bücher.example` as mail servers write it, since that is how addresses are kept; anything else as it is. */
export function withPlainDomain(email: string): string {
  const at = email.lastIndexOf('@')
  const address = `http://${email.slice(at + 1)}`
  if (at < 1 || !/[^ -~]/.test(address) || !URL.canParse(address)) return email
  return `${email.slice(0, at)}@${new URL(address).hostname}`
}
