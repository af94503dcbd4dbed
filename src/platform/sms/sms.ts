import type { Db } from '../database/db.ts'

/** A text message; `phone` is E.164 with its plus sign. */
export type TextMessage = { phone: string; text: string }

/** Sends text messages; `name` appears in GET /auth/v1/settings. Throws `SmsError` when a message could not be sent. */
export type SmsSender = { name: string; send(message: TextMessage): Promise<void> }

/**
 * Why a text message was not sent. `number_refused`: the provider does not send to that number, and a retry does not
 * help; `unavailable`: a fault of the provider, the network or the shop's settings. The error never has the number or
 * the text.
 */
export class SmsError extends Error {
  override readonly name = 'SmsError'
  readonly reason: 'number_refused' | 'unavailable'

  constructor(reason: SmsError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** Writes text messages to the development mailbox: no real telephone gets one in a rehearsal. */
export function smsToMailbox({ db, brand }: { db: Pick<Db, 'asService'>; brand: { name: string } }): SmsSender {
  return {
    name: 'mailbox',
    async send({ phone, text }) {
      const row = {
        message_id: `<sms.${crypto.randomUUID()}>`,
        sender: brand.name,
        recipient: phone,
        subject: 'Text message',
        html: `<pre>${text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</pre>`,
        text,
      }
      await db.asService((tx) => tx.insertInto('private.mailbox').values(row).execute())
    },
  }
}
