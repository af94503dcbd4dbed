import { Hono } from 'hono'
import type { Db } from '../database/db.ts'
import { findEmail, listEmails } from './mailbox.ts'
import { emailView, emailViewModes, listView, type MailboxBranding, nothingView } from './mailbox-view.ts'

const pagePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "font-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
// An e-mail is foreign HTML: no scripts and no forms; images load, and links open in a new tab.
const emailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src http: https: data:',
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

type Options = { db: Db; brand: MailboxBranding['brand']; style?: () => string }

/**
 * The e-mails sent without a mail server, mounted at /dev/mailbox in rehearsal only. `style`: the
 * application's colours and fonts, as `--color-…` and `--font-…`.
 */
export function mailboxPages({ db, brand, style = () => '' }: Options): Hono {
  const branding = { brand, style }
  return new Hono()
    .use(async (c, next) => {
      await next()
      c.header('Cache-Control', 'no-store')
      c.header('X-Content-Type-Options', 'nosniff')
      c.header('Referrer-Policy', 'no-referrer')
      c.header('X-Robots-Tag', 'noindex')
    })
    .get('/', async (c) => {
      const search = (c.req.query('q') ?? '').trim().replaceAll('\u0000', '').slice(0, 200)
      const emails = await listEmails(db, { search, before: emailId(c.req.query('before')) })
      c.header('Content-Security-Policy', pagePolicy)
      return c.html(listView({ emails, search, branding }))
    })
    .get('/:id', async (c) => {
      const id = emailId(c.req.param('id'))
      const email = id && (await findEmail(db, id))
      c.header('Content-Security-Policy', pagePolicy)
      return email
        ? c.html(
            emailView(email, { as: emailViewModes.find((each) => each === c.req.query('as')) ?? 'html', branding }),
          )
        : c.html(nothingView(branding), 404)
    })
    .get('/:id/html', async (c) => {
      const id = emailId(c.req.param('id'))
      const email = id && (await findEmail(db, id))
      c.header('Content-Security-Policy', emailPolicy)
      return email ? c.html(email.html) : c.html(nothingView(branding), 404)
    })
}

function emailId(text: string | undefined): string | null {
  return text !== undefined && /^\d{1,18}$/.test(text) ? text : null
}
