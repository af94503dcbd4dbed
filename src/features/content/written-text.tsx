import type { ReactNode } from 'react'
import { Link } from '#ui/link.tsx'
import { MailLink } from './mail-link.tsx'

/** A part of a text with a heading of its own. */
export type TextSection = { id: string; title: string; text: string }

/** The sections of a text: each begins with a line `## id: Title`. */
export function readSections(text: string): TextSection[] {
  return [...text.matchAll(/^## ([\w-]+): (.*)\n((?:(?!## ).*\n)*)/gm)].map(([, id = '', title = '', body = '']) => ({
    id,
    title,
    text: body,
  }))
}

/**
 * A text of paragraphs, apart by empty lines. `- ` and `1. ` begin an entry of a list, `### ` a small heading, `> ` a
 * quotation. `{name}` as a paragraph is a part of the page. `[words](/page)` is a link, `[words](mail:Subject)` one to an
 * e-mail to the shop (without words: the address), and `**words**` are strong.
 */
export function WrittenText({ text, parts = {} }: { text: string; parts?: Record<string, ReactNode> }) {
  const blocks = text.split(/\n{2,}/).filter((block) => block.trim() !== '')
  return blocks.map((block) => <Block key={block} text={block.trim()} parts={parts} />)
}

function Block({ text, parts }: { text: string; parts: Record<string, ReactNode> }) {
  const [, part] = /^\{(\w+)\}$/.exec(text) ?? []
  if (part) return parts[part]
  const [mark = ''] = /^(?:- |1\. |### |> )/.exec(text) ?? []
  if (mark === '- ' || mark === '1. ') {
    const List = mark === '- ' ? 'ul' : 'ol'
    const entries = text.split(/^(?:- |1\. )/m).slice(1)
    return (
      <List>
        {entries.map((entry) => (
          <li key={entry}>{wordsOf(entry)}</li>
        ))}
      </List>
    )
  }
  if (mark === '### ') return <h3>{wordsOf(text.slice(mark.length))}</h3>
  if (mark === '') return <p>{wordsOf(text)}</p>
  const quoted = text.replaceAll(/^> /gm, '')
  return (
    <blockquote className="border-mulberry border-l-2 pl-5 font-serif leading-relaxed">{wordsOf(quoted)}</blockquote>
  )
}

function wordsOf(text: string): ReactNode[] {
  const parts = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .split(/(\[[^[\]]*\]\([^()]*\)|\*\*[^*]+\*\*)/)
  return parts.map((part) => {
    const [, words = '', target] = /^\[(.*)\]\((.*)\)$/.exec(part) ?? []
    if (target === undefined) return part.startsWith('**') ? <strong key={part}>{part.slice(2, -2)}</strong> : part
    return <WrittenLink key={part} words={words} target={target} />
  })
}

function WrittenLink({ words, target }: { words: string; target: string }) {
  if (target.startsWith('mail:')) return <MailLink subject={target.slice(5)}>{words || undefined}</MailLink>
  return target.startsWith('/') ? <Link to={target}>{words}</Link> : <a href={target}>{words}</a>
}
