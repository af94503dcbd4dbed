import { zodResolver } from '@hookform/resolvers/zod'
import { type ChangeEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { fileInputLook, readTextFile } from '#admin/text-file.ts'
import { type RequestError, toRequestError } from '#platform/client/functions.ts'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { FormActions } from '#ui/form-actions.tsx'
import type { Imported, ImportRequest, ListPreview, Meaning } from '../subscribers.contract.ts'
import { ImportColumns, ImportResult } from './import-parts.tsx'
import { useImportSubscribers, usePreviewSubscribers } from './subscriber-queries.ts'

/** The rules of POST import-subscribers. */
const importSchema = z.object({
  csv: z.string().refine((text) => text.trim() !== '', 'Please choose a file, or enter addresses here.'),
  file_name: z.string(),
  consent_text: z
    .string()
    .refine((text) => text.trim().length >= 10, 'Please enter the full wording these people agreed to.'),
  source: z.string().refine((text) => text.trim() !== '', 'Please say where these addresses came from.'),
})

type Fields = z.infer<typeof importSchema>
type Meanings = Record<number, Meaning>

/**
 * Imports addresses from a file or from typed lines, with the consent text and its source, in two steps: the columns
 * are shown with what was understood, and then the list is imported.
 */
export function ImportForm({ onClose }: { onClose: () => void }) {
  const check = usePreviewSubscribers()
  const { mutateAsync, isPending } = useImportSubscribers()
  const [preview, setPreview] = useState<ListPreview | null>(null)
  const [meanings, setMeanings] = useState<Meanings>({})
  const [isAnswerMissing, setAnswerMissing] = useState(false)
  const [imported, setImported] = useState<Imported | null>(null)
  const { register, handleSubmit, setValue, setError, clearErrors, formState } = useForm<Fields>({
    resolver: zodResolver(importSchema),
    defaultValues: { csv: '', file_name: '', consent_text: '', source: '' },
  })
  const { errors } = formState

  function showPreview(shown: ListPreview | null) {
    setPreview(shown)
    setAnswerMissing(false)
    setMeanings(
      Object.fromEntries((shown?.columns ?? []).flatMap(({ at, means }) => (means === null ? [] : [[at, means]]))),
    )
  }

  const onSubmit = handleSubmit(async (body) => {
    if (isPending || check.isPending) return
    setImported(null)
    try {
      if (!preview) return showPreview(await check.mutateAsync(body))
      const columns = answersOf(preview, meanings)
      if (columns.length < preview.columns.length) return setAnswerMissing(true)
      setImported(await mutateAsync({ ...body, columns }))
      setValue('csv', '')
      setValue('file_name', '')
      showPreview(null)
    } catch (error) {
      setError('root', { message: problemOf(toRequestError(error)) })
    }
  })

  async function takeFile({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    setValue('csv', await readTextFile(file))
    setValue('file_name', file.name)
    clearErrors()
    showPreview(null)
  }

  function takeTyped({ target }: ChangeEvent<HTMLTextAreaElement>) {
    if (target.value === '') setValue('file_name', '')
    showPreview(null)
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
          Only people who asked to hear from you. Anyone who unsubscribed, here or there, stays off the list, other
          subscribers stay as they are, and importing the same file twice changes nothing.
        </p>
      </header>
      <div className="min-w-0 lg:col-span-8">
        <form onSubmit={onSubmit} noValidate className="grid max-w-[38rem] gap-y-6">
          <FieldFrame label="A file" hint="A CSV file from any program. Its addresses will be listed below.">
            {(bound) => (
              <input
                {...bound}
                type="file"
                accept=".csv,.txt,text/csv,text/plain"
                onChange={takeFile}
                className={fileInputLook}
              />
            )}
          </FieldFrame>
          <FieldFrame label="Or enter addresses, one per line" error={errors.csv?.message}>
            {(bound) => (
              <textarea
                {...bound}
                {...register('csv', { onChange: takeTyped })}
                required
                rows={5}
                spellCheck={false}
                className={`mt-1 resize-y font-mono ${inputLook}`}
              />
            )}
          </FieldFrame>
          <FieldFrame
            label="What they agreed to"
            hint="The exact wording they saw, for example beside the e-mail field."
            error={errors.consent_text?.message}
          >
            {(bound) => (
              <textarea
                {...bound}
                {...register('consent_text')}
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
            {...register('source')}
            hint="For example: Market stall, May 2026. Your e-mails to these people mention it."
            required
            maxLength={200}
            error={errors.source?.message}
          />
          {errors.root && (
            <p role="alert" className="text-mulberry">
              {errors.root.message}
            </p>
          )}
          {preview && (
            <ImportColumns
              preview={preview}
              meanings={meanings}
              isAnswerMissing={isAnswerMissing}
              onChoose={(chosen) => setMeanings({ ...meanings, ...chosen })}
            />
          )}
          {preview ? (
            <FormActions label="Import" busyLabel="Importing…" busy={isPending} onCancel={onClose} />
          ) : (
            <FormActions label="Check the list" busyLabel="Checking…" busy={check.isPending} onCancel={onClose} />
          )}
        </form>
        {imported && <ImportResult imported={imported} />}
      </div>
    </section>
  )
}

function answersOf({ columns }: ListPreview, meanings: Meanings): ImportRequest['columns'] {
  return columns.flatMap(({ at, heading }) => {
    const means = meanings[at]
    return means ? [{ at, heading, means }] : []
  })
}

function problemOf({ message, isUnreachable }: RequestError): string {
  if (!isUnreachable) return message
  return 'The connection was lost, and some addresses may already have been added. Import the same list again: no one is added twice.'
}
