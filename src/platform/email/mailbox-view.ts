import { html, raw } from 'hono/html'
import type { Brand } from '../brand.ts'
import { type EmailSummary, emailsPerPage, type StoredEmail } from './mailbox.ts'

type Html = ReturnType<typeof html>

const base = '/dev/mailbox'

/** How the mailbox looks: the application's name, language and time zone, and its fonts as `@font-face` rules. */
export type MailboxBranding = { brand: Pick<Brand, 'name' | 'language' | 'timeZone'>; style: () => string }

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
type EmailViewMode = (typeof emailViewModes)[number]

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
    <style>${raw(branding.style())}${raw(mailboxStyle)}</style>
  </head>
  <body>${body}</body>
</html>`
}

/** The application's colours and fonts (`--color-…`, `--font-…`), with a plain layout: this is a tool. */
const mailboxStyle = `
* { box-sizing: border-box; }
html { background: var(--color-paper); color: var(--color-ink); font: 1.125rem/1.5 var(--font-sans); -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1.25rem 4rem; overflow-wrap: anywhere; }
h1 { font: 400 clamp(1.75rem, 1.5rem + 1.2vw, 2.5rem)/1.1 var(--font-serif); margin: 0; text-wrap: balance; }
header { border-bottom: 2px dashed var(--color-mulberry); margin-bottom: 1.5rem; padding-bottom: 1.25rem; }
.soft { color: var(--color-ink-soft); margin: .25rem 0 0; }
a { color: var(--color-mulberry); text-underline-offset: .2em; }
form { display: flex; gap: .75rem; margin-top: 1.1rem; }
label { height: 1px; overflow: hidden; position: absolute; width: 1px; clip-path: inset(50%); }
input, button { background: var(--color-white); border: 1px solid var(--color-edge); border-radius: 0; color: inherit; font: inherit; min-height: 2.75rem; padding: .4rem .75rem; }
input { flex: 1; min-width: 0; }
button { background: none; border-color: var(--color-mulberry); color: var(--color-mulberry); cursor: pointer; }
:focus-visible { outline: 2px solid var(--color-mulberry); outline-offset: 2px; }
ul { list-style: none; margin: 0; padding: 0; }
li a { border-bottom: 1px solid var(--color-line); color: inherit; display: flex; flex-wrap: wrap; gap: 0 1.25rem; justify-content: space-between; padding: .85rem 0; text-decoration: none; }
li a:hover strong { color: var(--color-mulberry); }
li strong { flex: 0 0 100%; font-weight: 500; }
li span { color: var(--color-ink-soft); font-size: .9875rem; }
header p + h1 { margin-top: .75rem; }
dl { display: grid; gap: .15rem 1.25rem; grid-template-columns: minmax(5rem, auto) 1fr; margin: 1rem 0 0; }
dt { color: var(--color-ink-soft); }
dd { margin: 0; }
details { margin-top: .5rem; }
summary { color: var(--color-mulberry); cursor: pointer; min-height: 1.5rem; width: fit-content; }
form + .soft { margin-top: .75rem; }
@media (max-width: 36rem) { dl { display: block; } dd { margin-bottom: .5rem; } }
nav { display: flex; gap: 1.5rem; margin: 0 0 1rem; }
nav [aria-current] { color: inherit; text-decoration: none; border-bottom: 2px solid var(--color-mulberry); }
iframe { background: #fff; border: 1px solid var(--color-line); display: block; height: 80vh; min-height: 30rem; width: 100%; }
iframe.phone { margin: 0 auto; max-width: 392px; }
pre { background: var(--color-white); border: 1px solid var(--color-line); font: 15px/1.5 ui-monospace, monospace; margin: 0; overflow: auto; padding: 1.25rem; white-space: pre-wrap; }
`
