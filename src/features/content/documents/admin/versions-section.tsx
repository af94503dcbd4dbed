import { useState } from 'react'
import { shopNow } from '#admin/shop-now.ts'
import { formatShopTime } from '#base/shop-time.ts'
import { read, toRequestError } from '#platform/client/functions.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { Document } from '../document.ts'
import { ComparedTexts } from './compare-texts.tsx'
import { type EditedDocument, useVersion } from './document-queries.ts'
import { documentText, type FactValues } from './document-text.ts'

type VersionsSectionProps = {
  edited: EditedDocument
  content: Document
  facts: FactValues
  onReplace: (document: Document) => void
}

const compare = 'Compare with the draft'
const hide = 'Hide the comparison'

/** Everything that was published, newest first: compared with the draft, or taken into it again. */
export function VersionsSection({ edited, content, facts, onReplace }: VersionsSectionProps) {
  const { path, versions } = edited
  const [compared, setCompared] = useState<number | null>(null)
  if (versions.length === 0) return null
  return (
    <section aria-labelledby="versions" className="mt-12 border-line border-t pt-8">
      <h2 id="versions" tabIndex={-1} className="text-title leading-tight outline-none">
        Versions
      </h2>
      <ul aria-labelledby="versions" className="mt-4 border-line border-t">
        {versions.map((version) => (
          <li key={version.number} className="border-line border-b py-3">
            <p>
              <span className="font-medium">Version {version.number}</span>
              <span className="text-ink-soft"> · {describe(version)}</span>
            </p>
            <p className="flex flex-wrap gap-x-7">
              <TextButton
                aria-expanded={compared === version.number}
                aria-label={`${compared === version.number ? hide : compare}: version ${version.number}`}
                onClick={() => setCompared(compared === version.number ? null : version.number)}
              >
                {compared === version.number ? hide : compare}
              </TextButton>
              <RestoreButton path={path} number={version.number} onReplace={onReplace} />
            </p>
            {compared === version.number && (
              <Comparison path={path} number={version.number} content={content} facts={facts} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function describe({ at, by }: EditedDocument['versions'][number]): string {
  const who = by ? `by ${by}` : 'as the shop came'
  return new Date(at) > shopNow() ? `goes live on ${formatShopTime(at)}, ${who}` : `${formatShopTime(at)}, ${who}`
}

type ComparisonProps = { path: string; number: number; content: Document; facts: FactValues }

function Comparison({ path, number, content, facts }: ComparisonProps) {
  const { data, error, refetch } = useVersion(path, number)
  if (error) return <CouldNotLoad problem={toRequestError(error).message} onRetry={() => void refetch()} />
  if (!data) return <Spinner label="Loading the version" />
  return (
    <div className="mt-2 bg-paper-deep/60 p-[clamp(0.875rem,2vw,1.5rem)]">
      <p className="mb-3 text-ink-soft text-small">
        Underlined: only in your draft. Struck out: only in version {number}.
      </p>
      <ComparedTexts before={documentText(data, facts)} after={documentText(content, facts)} />
    </div>
  )
}

type RestoreButtonProps = { path: string; number: number; onReplace: (document: Document) => void }

/** Makes a version the draft; the draft before is one undo away. */
function RestoreButton({ path, number, onReplace }: RestoreButtonProps) {
  const [isBusy, setBusy] = useState(false)
  async function restore() {
    if (isBusy) return
    setBusy(true)
    try {
      const { content } = await read('document-version', { path, number: String(number) })
      onReplace(content)
      const description = `Version ${number} is your draft. Publish it when you like, or press Undo.`
      await toast({ title: 'Restored', description, tone: 'success', about: 'document' })
    } catch (error) {
      await toast({
        title: 'Not restored',
        description: toRequestError(error).message,
        tone: 'error',
        about: 'document',
      })
    }
    setBusy(false)
  }
  return (
    <TextButton aria-disabled={isBusy} aria-label={`Restore version ${number}`} onClick={() => void restore()}>
      Restore
    </TextButton>
  )
}
