import { type ReactNode, useId } from 'react'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'

const lines = { always: '', wide: 'border-t pt-4 md:border-t-0 md:pt-0', never: 'border-t pt-4' }

/** A titled section of an order's details. */
export function DetailsSection({
  title,
  wide = false,
  top,
  children,
}: {
  title: string
  wide?: boolean
  /** At the top of the dialog, without a line above it: always, or only in the two-column layout. */
  top?: 'always' | 'wide'
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 border-line ${wide ? 'md:col-span-2' : ''} ${lines[top ?? 'never']}`}
    >
      <h3 id={id} className="pb-2 text-name leading-tight">
        {title}
      </h3>
      {children}
    </section>
  )
}

/** A list of names with their values, one in each line. */
export function Facts({ facts }: { facts: (readonly [name: string, fact: ReactNode] | false | null)[] }) {
  return (
    <dl className="grid grid-cols-[minmax(6.5rem,auto)_minmax(0,1fr)] gap-x-6 gap-y-1">
      {facts
        .filter((fact) => fact !== false && fact !== null)
        .map(([name, fact]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid items-baseline">
            <dt className="text-ink-soft text-small">{name}</dt>
            <dd className="wrap-any min-w-0">{fact}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Copies a text to the clipboard; `what` names it in the label. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  async function copy() {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    await toast(
      isCopied
        ? { title: 'Copied', description: `The ${what} can be pasted now.`, tone: 'success', about: 'copy' }
        : {
            title: 'Not copied',
            description: 'Your browser doesn’t allow this. Please select the text and copy it.',
            about: 'copy',
          },
    )
  }

  return <TextButton onClick={copy}>Copy {what}</TextButton>
}
