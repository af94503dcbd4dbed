import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { RequestError, toRequestError } from '#platform/client/functions.ts'
import { FieldFrame } from '#ui/field.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { fileInputLook, readTextFile } from './text-file.ts'

const mostBytes = 15_000_000

type FileFormOptions<Preview> = {
  check: (text: string) => Promise<Preview>
  /** After each change. */
  onSettled?: () => unknown
  /** The messages for a file of more than 15 MB, and for a connection that was lost. */
  messages?: { tooLarge: string; lost: string }
}

/** The state of a form that takes a file: a preview of it, then its import. `change` runs one change at a time. */
export function useFileForm<Preview>({ check, onSettled, messages }: FileFormOptions<Preview>) {
  /** A new field, empty. */
  const [turn, setTurn] = useState(0)
  const checking = useMutation({
    mutationFn: async (file: File) => {
      if (messages && file.size > mostBytes) {
        throw new RequestError({ code: 'too_large', status: 413, message: messages.tooLarge })
      }
      const text = await readTextFile(file)
      return { text, preview: await check(text) }
    },
  })
  const changing = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), onSettled: () => onSettled?.() })
  const isBusy = checking.isPending || changing.isPending
  const error = changing.error ?? checking.error
  const { message, isUnreachable } = toRequestError(error)
  return {
    turn,
    taken: checking.data,
    isReading: checking.isPending,
    isBusy,
    problem: error && (isUnreachable && messages ? messages.lost : message),
    take(file: File | undefined) {
      changing.reset()
      if (file) checking.mutate(file)
      else checking.reset()
    },
    change(work: () => Promise<unknown>) {
      if (!isBusy) changing.mutate(work)
    },
    close() {
      checking.reset()
      setTurn((before) => before + 1)
    },
  }
}

type FileFormProps<Preview> = {
  form: ReturnType<typeof useFileForm<Preview>>
  label: string
  hint: string
  accept: string
  /** The button's text; null where the file has nothing to import. */
  actionOf: (preview: Preview) => string | null
  busyLabel: string
  onImport: (text: string) => Promise<unknown>
  className: string
  children: (preview: Preview) => ReactNode
}

/** A form that takes a file, shows what it would make, and imports it then. */
export function FileForm<Preview>({
  form,
  label,
  hint,
  accept,
  actionOf,
  busyLabel,
  onImport,
  className,
  children,
}: FileFormProps<Preview>) {
  const { taken, isReading, isBusy, close } = form
  const action = taken ? actionOf(taken.preview) : null
  function submit(event: FormEvent) {
    event.preventDefault()
    if (taken) form.change(() => onImport(taken.text))
  }
  return (
    <form onSubmit={submit} noValidate className={`grid gap-y-6 ${className}`}>
      <FieldFrame key={form.turn} label={label} hint={hint} error={form.problem}>
        {(bound) => (
          <input
            {...bound}
            type="file"
            accept={accept}
            onChange={({ target }) => form.take(target.files?.[0])}
            className={fileInputLook}
          />
        )}
      </FieldFrame>
      {isReading && <p role="status">Reading the file…</p>}
      {taken && children(taken.preview)}
      {action && <FormActions label={action} busyLabel={busyLabel} busy={isBusy} onCancel={close} />}
    </form>
  )
}
