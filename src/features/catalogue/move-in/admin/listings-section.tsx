import { type ChangeEvent, type FormEvent, useState } from 'react'
import { fileInputLook, readTextFile } from '#admin/text-file.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { FieldFrame } from '#ui/field.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import type { ListingsPreview } from '../move-in.contract.ts'
import { ImportsList } from './imports-list.tsx'
import { countOf, ListingsPreviewView } from './listings-preview.tsx'
import { useImportListings, usePreviewListings } from './move-in-queries.ts'

const mostBytes = 15_000_000

/** Garments from Etsy's or Shopify's file: a preview, then the import; below it the imports so far. */
export function ListingsSection() {
  const check = usePreviewListings()
  const adding = useImportListings()
  const [csv, setCsv] = useState('')
  const [preview, setPreview] = useState<ListingsPreview | null>(null)
  const [problem, setProblem] = useState('')
  /** A new field, empty. */
  const [turn, setTurn] = useState(0)
  const isBusy = check.isPending || adding.isPending

  async function takeFile({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    setPreview(null)
    setProblem('')
    setCsv('')
    if (!file) return
    if (file.size > mostBytes)
      return setProblem('This file is larger than 15 MB. Please export fewer products at once.')
    const text = await readTextFile(file)
    setCsv(text)
    await orProblem(async () => setPreview(await check.mutateAsync(text)))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !preview) return
    await orProblem(async () => {
      await adding.mutateAsync(csv)
      close()
    })
  }

  async function orProblem(work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      const { message, isUnreachable } = toRequestError(error)
      setProblem(isUnreachable ? 'The connection was lost. Choose the file again: no garment is added twice.' : message)
    }
  }

  function close() {
    setPreview(null)
    setCsv('')
    setTurn(turn + 1)
  }

  return (
    <>
      <form onSubmit={submit} noValidate className="mt-7 grid max-w-[44rem] gap-y-6">
        <FieldFrame
          key={turn}
          label="The file"
          hint="Nothing is added before you have seen what it makes."
          error={problem}
        >
          {(bound) => (
            <input {...bound} type="file" accept=".csv,text/csv" onChange={takeFile} className={fileInputLook} />
          )}
        </FieldFrame>
        {check.isPending && <p role="status">Reading the file…</p>}
        {preview && <ListingsPreviewView preview={preview} />}
        {preview && preview.fresh.length > 0 && (
          <FormActions
            label={`Add ${countOf(preview.fresh.length, 'hidden garment')}`}
            busyLabel="Adding…"
            busy={isBusy}
            onCancel={close}
          />
        )}
      </form>
      <ImportsList onUndone={close} />
    </>
  )
}
