import { sendForm, type Wrong } from '#platform/client/send-form.ts'

type JoinRequest = { product_id: string; email: string; size: string; trap: string; captcha_token?: string }

const unreachable =
  'We couldn’t connect. What you typed is still here: please check your internet connection and try again.'

/** Joins a waitlist; null on success. Never throws. Browser only. */
export function sendJoin(join: JoinRequest): Promise<Wrong | null> {
  return sendForm('join-waiting-list', join, { fields: ['email', 'size'], unreachable })
}
