import { Fragment, useState } from 'react'
import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import type { Span } from '../documents/document.ts'
import { Words } from '../documents/words.tsx'
import type { FooterWords } from './read-footer.ts'
import { Wordmark } from './wordmark.tsx'

/** The foot of every page. `words`: only the data of a navigation has them, the page's own HTML shows them (`inHtml`). */
export function Footer({ words }: { words: FooterWords | undefined }) {
  const [inPage] = useState(() => words ?? readPage())
  const { lists, closing } = words ?? inPage
  return (
    <footer className="mt-[clamp(5rem,11vw,10rem)] foot bg-mulberry text-paper">
      <div className="page py-[clamp(3rem,6vw,5.5rem)]">
        <div className="foot-lists">
          <div>
            <Wordmark className="text-[clamp(2rem,7.6vw,4rem)]" />
            <ul className="label mt-6 flex flex-wrap gap-x-6 gap-y-1">
              {shop.tagline.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </div>
          {lists.map(({ title, lines }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lists keep their places
            <div key={index}>
              <h2 className="label">
                <Words spans={title} />
              </h2>
              <ul>
                {lines.map((line, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a shown document does not change
                  <li key={place} className={line.some(isLink) ? undefined : 'py-3 leading-tight'}>
                    <Line spans={line} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <Rule className="mt-14 text-paper/45" />
        {closing.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a shown document does not change
          <p key={place} className="mt-5 text-paper/85 text-small">
            <Line spans={line} />
          </p>
        ))}
      </div>
    </footer>
  )
}

/** The words that the page's HTML was rendered with. */
function readPage(): FooterWords {
  const all = (part: Element | null, selector: string) => [...(part?.querySelectorAll(selector) ?? [])]
  const foot = document.querySelector('footer.foot')
  return {
    lists: all(foot, '.foot-lists > div:has(> h2)').map((list) => ({
      title: all(list, 'h2').flatMap(readLine),
      lines: all(list, 'li').map(readLine),
    })),
    closing: all(foot, '.page > p').map(readLine),
  }
}

function readLine(line: Element): Span[] {
  return [...line.childNodes].map((node) => {
    const text = node.textContent ?? ''
    if (!(node instanceof Element)) return text
    const has = (tag: string) => node.matches(tag) || node.querySelector(tag) !== null
    const to = node.getAttribute('href')
    return { text, ...(has('strong') && { strong: true }), ...(has('em') && { em: true }), ...(to && { to }) }
  })
}

const isLink = (span: Span) => typeof span !== 'string' && span.to !== undefined

function Line({ spans }: { spans: Span[] }) {
  return spans.map((span, place) => {
    if (typeof span === 'string') return span
    const { to, ...plain } = span
    const words = <Words spans={[plain]} />
    // biome-ignore lint/suspicious/noArrayIndexKey: a shown document does not change
    return <Fragment key={place}>{to ? <FooterLink to={to}>{words}</FooterLink> : words}</Fragment>
  })
}

function FooterLink({ to, children }: { to: string; children: React.ReactNode }) {
  const text = <span className="link">{children}</span>
  if (to.startsWith('/')) return <Link to={to}>{text}</Link>
  return (
    <a href={to} {...(to.startsWith('http') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
      {text}
    </a>
  )
}
