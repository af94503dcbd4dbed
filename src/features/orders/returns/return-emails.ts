import { z } from 'zod'
import { composeEmail } from '#mail/compose-email.tsx'
import type { EmailContent } from '#mail/email-blocks.ts'
import type { Db } from '#platform/database/db.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import { withOrderLink } from '../emails/order-link-block.ts'
import type { OrderLinks } from '../links/order-links.ts'
import { returnEmailKinds } from './declare-return.ts'
import { ownerReturn } from './owner-return.email.ts'
import { returnAnswered } from './return-answered.email.ts'
import { type ReturnEmailData, readReturnEmailData } from './return-email-data.ts'
import { returnReceipt } from './return-receipt.email.ts'

const OfReturn = z.object({ returnId: z.uuid(), state: z.string().optional() })

type Options = { db: Db; siteUrl: string; links: OrderLinks }

/** The templates of the e-mails about returns, rendered from the return at sending. */
export function returnEmails({ db, siteUrl, links }: Options): EmailTemplates {
  function template(write: (declared: ReturnEmailData, state: string | undefined) => EmailContent | null) {
    return async ({ data }: { data: unknown }) => {
      const { returnId, state } = OfReturn.parse(data)
      const declared = await db.asService((tx) => readReturnEmailData(tx, returnId, siteUrl))
      const content = declared && write(declared, state)
      return content ? composeEmail(content) : null
    }
  }
  const withLink = (content: EmailContent | null, { order }: ReturnEmailData) =>
    content && withOrderLink(content, links.urlOf(order))
  return {
    [returnEmailKinds.receipt]: template((declared) => withLink(returnReceipt(declared), declared)),
    [returnEmailKinds.toOwner]: template(ownerReturn),
    // A later state has an e-mail of its own.
    [returnEmailKinds.answered]: template((declared, state) =>
      declared.state === state ? withLink(returnAnswered(declared), declared) : null,
    ),
  }
}
