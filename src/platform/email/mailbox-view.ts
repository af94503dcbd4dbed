import { html, raw } from 'hono/html'
import type { Brand } from '../brand.ts'
import { type EmailSummary, emailsPerPage, type StoredEmail } from './mailbox-emails.ts'
import { mailboxStyle } from './mailbox-style.ts'

type Html = ReturnType<typeof html>

const base = '/dev/mailbox'

/** How the mailbox looks: the application's name, language and time zone, and its fonts as `@font-face` rules. */
export type MailboxBranding = { brand: Pick<Brand, 'name' | 'language' | 'timeZone'>; fontFaces: string }

function timeFormat({ language, timeZone }: MailboxBranding['brand']): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, {
    timeZone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
}

export function listView({
  emails,
  search,
  branding,
}: {
  emails: EmailSummary[]
  search: string
  branding: MailboxBranding
}): Html {
  const time = timeFormat(branding.brand)
  const shown = emails.slice(0, emailsPerPage)
  const last = emails.length > emailsPerPage ? shown.at(-1) : undefined
  const older = last && `${base}?${new URLSearchParams({ ...(search && { q: search }), before: last.id })}`
  return sheet(
    { title: 'Mailbox', branding },
    html`<header>
        <h1>Mailbox</h1> <p class="soft">E-mails the shop would have sent. In a rehearsal they’re only kept here.</p>
        <form method="get" action="${base}" role="search">
          <label for="q">Search e-mails</label>
          <input id="q" name="q" type="search" value="${search}" placeholder="Address or words" maxlength="200">
          <button>Search</button>
        </form>
        ${search ? html`<p class="soft"><a href="${base}">All e-mails</a></p>` : ''}
      </header>
      <main>
        ${shown.length === 0 ? html`<p>${search ? `No e-mail contains “${search}”.` : 'No e-mails yet.'}</p>` : ''}
        <ul>
          ${shown.map(
            (email) => html`<li><a href="${base}/${email.id}">
              <strong>${email.subject}</strong>
              <span>to ${email.recipient}</span>
              <span><time datetime="${email.receivedAt.toISOString()}">${time.format(email.receivedAt)}</time></span>
            </a></li>`,
          )}
        </ul>
        ${older ? html`<p><a href="${older}">Older e-mails</a></p>` : ''}
      </main>`,
  )
}

/** The views of an e-mail: as wide as the window, as on a phone, or its text only. */
export const emailViewModes = ['html', 'phone', 'text'] as const
export type EmailViewMode = (typeof emailViewModes)[number]

const labels: Record<EmailViewMode, string> = { html: 'As sent', phone: 'On a phone', text: 'Text' }

export function emailView(
  email: StoredEmail,
  { as, branding }: { as: EmailViewMode; branding: MailboxBranding },
): Html {
  const address = `${base}/${email.id}`
  return sheet(
    { title: email.subject, branding },
    html`<header>
        <p class="soft"><a href="${base}">Mailbox</a></p>
        <h1>${email.subject}</h1>
        ${facts([
          ['From', email.sender],
          ['To', email.recipient],
          ['Received', timeFormat(branding.brand).format(email.receivedAt)],
        ])}
        <details>
          <summary>Other headers</summary>
          ${facts([...Object.entries(email.headers), ['Message-ID', email.messageId]])}
        </details>
      </header>
      <main>
        <nav aria-label="How to show the e-mail">
          ${emailViewModes.map(
            (each) =>
              html`<a href="${each === 'html' ? address : `${address}?as=${each}`}"${each === as ? current : ''}>${labels[each]}</a>`,
          )}
        </nav>
        ${
          as === 'text'
            ? html`<pre>${email.text}</pre>`
            : html`<iframe title="The e-mail" src="${address}/html" class="${as}"
                sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
        }
      </main>`,
  )
}

const current = raw(' aria-current="page"')

function facts(of: [name: string, value: string][]): Html {
  return html`<dl>${of.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

export function nothingView(branding: MailboxBranding): Html {
  return sheet(
    { title: 'No such e-mail', branding },
    html`<header><h1>No such e-mail</h1></header><main><p><a href="${base}">Back to the mailbox</a></p></main>`,
  )
}

function sheet({ title, branding }: { title: string; branding: MailboxBranding }, body: Html): Html {
  return html`<!doctype html>
<html lang="${branding.brand.language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title} · ${branding.brand.name}</title>
    <style>${raw(branding.fontFaces)}${raw(mailboxStyle)}</style>
  </head>
  <body>${body}</body>
</html>`
}
