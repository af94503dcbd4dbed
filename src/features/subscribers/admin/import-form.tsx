import { type ChangeEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { callFunction } from '#platform/client/call-function.ts'
import { useSubmit } from '#platform/client/use-submit.ts'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { type Imported, ImportResult } from './import-result.tsx'
import { readListFile } from './read-list-file.ts'

/** A long list takes its time. */
const patienceMs = 300_000

/** Takes addresses from another list: a file or pasted lines, with what their owners agreed to and where. */
export function ImportForm({ onImported, onClose }: { onImported: () => Promise<void>; onClose: () => void }) {
  const [csv, setCsv] = useState('')
  const [problem, setProblem] = useState<string>()
  const [wrong, setWrong] = useState<Wrong>({})
  const [imported, setImported] = useState<Imported | null>(null)
  const { busy, onSubmit } = useSubmit(async ({ consent_text = '', source = '' }, form) => {
    setProblem(undefined)
    setImported(null)
    const found = whatIsWrong({ csv, consent_text, source })
    // The field says why before it is heard.
    flushSync(() => setWrong(found))
    const first = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (first) return first.focus()
    const { value, failure } = await callFunction<Imported>(
      'import-subscribers',
      { csv, consent_text, source },
      { patienceMs },
    )
    if (failure) return setProblem(wordsOf(failure))
    setImported(value)
    setCsv('')
    await onImported()
  })

  async function takeFile({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (file) setCsv(await readListFile(file))
  }

  return (
    <section
      aria-labelledby="import"
      className="mt-7 grid gap-x-12 gap-y-7 border-mulberry border-l-2 py-1 pl-5 sm:pl-8 lg:grid-cols-12"
    >
      <header className="lg:col-span-4">
        <h2 id="import" ref={focusNow} tabIndex={-1} className="text-title leading-tight outline-none">
          Import addresses
        </h2>
        <p className="mt-3 max-w-[25em] text-ink-soft text-small">
          Only of people who asked to hear from you. Whoever said no stays off the list, and whoever is on it stays as
          they are; importing the same file twice changes nothing.
        </p>
      </header>
      <div className="min-w-0 lg:col-span-8">
        <form onSubmit={onSubmit} noValidate className="grid max-w-[38rem] gap-y-6">
          <FieldFrame label="A file" hint="CSV from any program. Its addresses are then listed below.">
            {(bound) => (
              <input
                {...bound}
                type="file"
                accept=".csv,.txt,text/csv,text/plain"
                onChange={takeFile}
                className="mt-2 block min-h-12 w-full text-small file:label file:mr-4 file:min-h-11 file:cursor-pointer file:border file:border-ink file:bg-transparent file:px-5 file:text-ink"
              />
            )}
          </FieldFrame>
          <FieldFrame label="Or addresses, one on each line" error={wrong.csv}>
            {(bound) => (
              <textarea
                {...bound}
                required
                rows={5}
                value={csv}
                onChange={({ target }) => setCsv(target.value)}
                spellCheck={false}
                className={`mt-1 resize-y font-mono text-small ${inputLook}`}
              />
            )}
          </FieldFrame>
          <FieldFrame
            label="What they agreed to"
            hint="In the words they saw, for instance those beside the field."
            error={wrong.consent_text}
          >
            {(bound) => (
              <textarea
                {...bound}
                name="consent_text"
                required
                minLength={10}
                maxLength={1_000}
                rows={2}
                className={`field-sizing-content mt-1 min-h-[3lh] resize-y ${inputLook}`}
              />
            )}
          </FieldFrame>
          <Field
            label="Where"
            name="source"
            hint="Such as: market stall, May 2026"
            required
            maxLength={200}
            error={wrong.source}
          />
          {problem && (
            <p role="alert" className="text-mulberry">
              {problem}
            </p>
          )}
          <FormActions label="Import" busyLabel="Importing…" busy={busy} onCancel={onClose} />
        </form>
        {imported && <ImportResult imported={imported} />}
      </div>
    </section>
  )
}

type Wrong = { csv?: string; consent_text?: string; source?: string }

/** As the server asks for them. */
function whatIsWrong({ csv, consent_text, source }: Required<Wrong>): Wrong {
  return {
    ...(csv.trim() ? {} : { csv: 'Please choose a file, or write addresses here.' }),
    ...(consent_text.trim().length >= 10 ? {} : { consent_text: 'Please say in full what these people agreed to.' }),
    ...(source.trim() ? {} : { source: 'Please say where these addresses come from.' }),
  }
}

function wordsOf({ words, isLost }: { words: string; isLost: boolean }): string {
  if (!isLost) return words
  return 'The connection was lost, and some may have been taken already. Import the same once more: nobody is taken twice.'
}
