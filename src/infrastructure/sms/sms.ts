import type { Tx } from '../db/db.ts'

/** How a text message leaves. `phone` is E.164 with its plus sign; it is sent once `tx` commits. */
export type SmsSender = { send(tx: Tx, message: { phone: string; text: string }): Promise<void> }

/** Puts text messages where the development mailbox shows them: nobody's telephone rings in a rehearsal. */
export function smsToMailbox({ sender }: { sender: string }): SmsSender {
  return {
    async send(tx, { phone, text }) {
      await tx
        .insertInto('private.mailbox')
        .values({
          message_id: `<sms.${crypto.randomUUID()}>`,
          sender,
          recipient: phone,
          subject: 'Text message',
          html: `<pre>${text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</pre>`,
          text,
        })
        .execute()
    },
  }
}
