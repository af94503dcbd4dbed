import { diffWordsWithSpace } from 'diff'
import { type ReactNode, useMemo } from 'react'

/** Two texts as one: what was removed is struck out, what was added is underlined; unchanged paragraphs are left out. */
export function ComparedTexts({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => compareTexts(before, after), [before, after])
  if (parts.every(({ kind }) => kind === 'same' || kind === 'skipped')) return <p>Both have the same words.</p>
  return (
    <div className="wrap-any max-w-[42rem] whitespace-pre-line leading-relaxed">
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts are made anew from both texts
        <Part key={place} {...part} />
      ))}
    </div>
  )
}

function Part({ kind, text }: TextPart): ReactNode {
  if (kind === 'added') {
    return (
      <ins className="bg-moss/15 decoration-moss">
        <span className="sr-only">[added: </span>
        {text}
        <span className="sr-only">]</span>
      </ins>
    )
  }
  if (kind === 'removed') {
    return (
      <del className="bg-mulberry/10 text-ink-soft decoration-mulberry">
        <span className="sr-only">[removed: </span>
        {text}
        <span className="sr-only">]</span>
      </del>
    )
  }
  if (kind === 'skipped') return <span className="my-2 block text-ink-soft text-small">{text}</span>
  return text
}

export type TextPart = { kind: 'same' | 'added' | 'removed' | 'skipped'; text: string }

/** The words that two texts share, and those that only one has. Of long shared text only the ends are kept. */
export function compareTexts(before: string, after: string): TextPart[] {
  const parts = joinChanges(
    diffWordsWithSpace(before, after).map(
      ({ value, added, removed }): TextPart => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text: value }),
    ),
  )
  return parts.flatMap((part, place) => {
    if (part.kind !== 'same') return [part]
    return shorten(part.text, { isFirst: place === 0, isLast: place === parts.length - 1 })
  })
}

/** Changes with only a blank between them are one change, which is easier to read. */
function joinChanges(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = []
  let removed = ''
  let added = ''
  function end() {
    if (removed) joined.push({ kind: 'removed', text: removed })
    if (added) joined.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  for (const [place, { kind, text }] of parts.entries()) {
    const isBlank = text.trim() === '' && !text.includes('\n')
    const isBetween = kind === 'same' && isBlank && removed + added !== '' && place < parts.length - 1
    if (kind === 'removed' || isBetween) removed += text
    if (kind === 'added' || isBetween) added += text
    if (kind === 'same' && !isBetween) {
      end()
      joined.push({ kind, text })
    }
  }
  end()
  return joined
}

/** Keeps the paragraphs of a shared text that touch a change. */
function shorten(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): TextPart[] {
  const paragraphs = text.split('\n\n')
  const head = isFirst ? 0 : 1
  const tail = isLast ? 0 : 1
  const hidden = paragraphs.length - head - tail
  if (hidden < 2) return [{ kind: 'same', text }]
  return [
    ...(head ? [{ kind: 'same' as const, text: `${paragraphs[0]}\n` }] : []),
    { kind: 'skipped', text: `… ${hidden} parts without a change …` },
    ...(tail ? [{ kind: 'same' as const, text: paragraphs.at(-1) ?? '' }] : []),
  ]
}
