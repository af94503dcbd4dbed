import { loadBackend } from '#platform/client/backend-client.ts'
import { shop } from '#shop'
import type { Notice } from '#ui/toast-region.tsx'
import { signUpFailed } from './sign-up-failed.ts'

const uniqueViolation = '23505'

/**
 * Adds an address to the list for the launch e-mail, and returns the notice for the visitor. `source`: the form's place
 * on the site. `doubleOptIn`: the address counts only after the link in an e-mail confirms it. Browser only.
 */
export async function signUpForLaunch(
  email: string,
  { source, doubleOptIn }: { source: string; doubleOptIn: boolean },
): Promise<Notice> {
  try {
    const backend = await loadBackend()
    // The wording that this page shows, which the owner may have changed since.
    const row = { email: withPlainDomain(email), source, consent_text: shop.listConsent }
    // Visitors may insert into the list but not read it, so nothing is returned.
    const { error } = await backend.from('email_signups').insert(row)
    return noticeFor(error?.code ?? null, { done: error === null, doubleOptIn })
  } catch {
    // The client's code did not load, so there is no connection.
    return noticeFor(null, { done: false, doubleOptIn })
  }
}

/** The notice for a response. code: the database's error code, or null. */
export function noticeFor(code: string | null, { done, doubleOptIn }: { done: boolean; doubleOptIn: boolean }): Notice {
  if (done && doubleOptIn) {
    return { title: 'Nearly there', description: 'Please confirm using the link we’ve sent you.', tone: 'success' }
  }
  if (done) return { title: 'Success!', description: "You'll be notified when pre-orders open.", tone: 'success' }
  if (code === uniqueViolation) {
    return { title: 'Already registered', description: 'This email is already on our notification list.' }
  }
  return signUpFailed
}

/**
 * `ruth@bücher.example` in the ASCII form of mail servers, which is how addresses are stored; any other text unchanged.
 */
export function withPlainDomain(email: string): string {
  const at = email.lastIndexOf('@')
  const address = `http://${email.slice(at + 1)}`
  if (at < 1 || !/[^ -~]/.test(address) || !URL.canParse(address)) return email
  return `${email.slice(0, at)}@${new URL(address).hostname}`
}
