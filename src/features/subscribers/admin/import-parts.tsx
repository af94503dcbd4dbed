import { LeftOutRows } from '#admin/left-out-rows.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { Imported, ListPreview, Meaning, NotedLine } from '../subscribers.contract.ts'

const choices = [
  { id: 'email', name: 'E-mail address' },
  { id: 'agreed', name: 'Who agreed: only a clear yes is added' },
  { id: 'left', name: 'Who left: an entry keeps the person off' },
  { id: 'agreed_on', name: 'The day they agreed' },
  { id: 'ignored', name: 'Nothing about consent: ignore it' },
] as const satisfies { id: Meaning; name: string }[]

type ImportColumnsProps = {
  preview: ListPreview
  meanings: Record<number, Meaning>
  isAnswerMissing: boolean
  onChoose: (chosen: Record<number, Meaning>) => void
}

/** The columns of a list with some values and what they mean; the owner says it where it was not understood. */
export function ImportColumns({ preview, meanings, isAnswerMissing, onChoose }: ImportColumnsProps) {
  const { lines, ignored, columns } = preview
  const read = lines - ignored.length
  const unclear = columns.filter(({ means }) => means === null)
  // One answer for all of them is no answer for a column that looks as if it says no.
  const rest = unclear.filter(({ at, may_say_no }) => !may_say_no && !meanings[at])
  return (
    <section aria-labelledby="columns" className="border-line border-t pt-6">
      <h3 id="columns" ref={focusNow} tabIndex={-1} className="font-serif text-name leading-tight outline-none">
        {unclear.length > 0 ? 'What do these columns mean?' : 'Please check the columns'}
      </h3>
      <p className="mt-2 text-ink-soft text-small">
        {`${read} ${read === 1 ? 'line' : 'lines'} with ${columns.length} ${columns.length === 1 ? 'column' : 'columns'}. `}
        {unclear.length > 0 && 'Any of them may say who unsubscribed, so please say what each one means.'}
      </p>
      {ignored.length > 0 && (
        <ul className="mt-2 text-ink-soft text-small">
          {ignored.slice(0, 5).map(({ line, value, why }) => (
            <li key={line} className="wrap-any">
              {`Line ${line} is left out. ${why} “${value}”`}
            </li>
          ))}
          {ignored.length > 5 && <li>{`and ${ignored.length - 5} more lines`}</li>}
        </ul>
      )}
      <ul className="mt-5 border-line border-t">
        {columns.map(({ at, heading, samples, means, may_say_no }) => {
          const isMissing = isAnswerMissing && !meanings[at]
          return (
            <li key={at} className="grid gap-x-8 gap-y-2 border-line border-b py-4 sm:grid-cols-2">
              <div className="min-w-0">
                <p className="wrap-any font-medium">{heading || `Column ${at + 1}, without a heading`}</p>
                <p className="wrap-any mt-1 text-ink-soft text-small">
                  {samples.length > 0 ? samples.join(' · ') : 'Every line is empty here.'}
                </p>
              </div>
              <SelectField
                label={`Meaning of ${heading || `column ${at + 1}`}`}
                choices={choices}
                value={meanings[at] ?? ''}
                onChange={({ target }) => {
                  const chosen = choices.find(({ id }) => id === target.value)
                  if (chosen) onChoose({ [at]: chosen.id })
                }}
                hint={means === null && may_say_no ? 'This one may say who agreed or left.' : undefined}
                error={isMissing ? 'Please choose what this column means.' : undefined}
              />
            </li>
          )
        })}
      </ul>
      {rest.length > 1 && (
        <TextButton
          className="mt-4"
          onClick={() => onChoose(Object.fromEntries(rest.map(({ at }) => [at, 'ignored' as const])))}
        >
          {`Ignore the other ${rest.length} columns`}
        </TextButton>
      )}
    </section>
  )
}

/** The result of an import: what became of every address and every line, with the reasons of those left out. */
export function ImportResult({ imported }: { imported: Imported }) {
  const { lines, entries, added, already, repeated, said_no, unsubscribed_earlier, invalid, ignored } = imported
  const read = lines - ignored.length
  const inList = said_no - unsubscribed_earlier
  const facts = [
    `${added} added`,
    already > repeated && `${already - repeated} already on the list`,
    repeated > 0 && `${repeated} listed twice`,
    inList > 0 && `${inList} said no in it and ${inList === 1 ? 'stays' : 'stay'} off`,
    unsubscribed_earlier > 0 &&
      `${unsubscribed_earlier} unsubscribed earlier and ${unsubscribed_earlier === 1 ? 'stays' : 'stay'} off`,
    invalid.length > 0 && `${invalid.length} not imported`,
  ]
  const unused = imported.columns.filter(({ means }) => means === 'ignored')
  return (
    <div className="mt-9">
      <p role="status" className="font-serif text-name leading-tight">
        {`${facts.filter(Boolean).join(', ')}.`}
      </p>
      <p className="mt-2 text-ink-soft text-small">
        {`${read} ${read === 1 ? 'line' : 'lines'} with ${entries} ${entries === 1 ? 'entry' : 'entries'} were read.`}
        {unused.length > 0 &&
          ` Not used: ${unused.map(({ at, heading }) => heading || `column ${at + 1}`).join(', ')}.`}
      </p>
      <LeftOutRows
        rows={rowsOf(invalid)}
        caption={invalid.length === 1 ? 'Not imported: one entry' : `Not imported: ${invalid.length} entries`}
      />
      <LeftOutRows rows={rowsOf(ignored)} caption="Left out" />
    </div>
  )
}

function rowsOf(lines: readonly NotedLine[]) {
  return lines.map(({ line, ...rest }) => ({ row: line, ...rest }))
}
