import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ConflictNotice, focusConflict, listDifferences } from '#admin/conflict-notice.tsx'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { useDraft } from '#admin/use-draft.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'

/** The edited value, and the setting as it was when the editing began. */
type Edited<Value> = { value: Value; base: { held: Value; version: string | null } }

/**
 * The state of one setting's form: it has the stored value until the owner edits it, and its edits are a draft. `name`:
 * the setting's in the database; `part`: what of it the form edits, where it edits one. `save` throws an error whose
 * message is text for the field; a `RequestError` with code `conflict` shows both versions instead.
 */
export function useSettingForm<Value>(
  held: Value,
  save: (value: Value) => Promise<unknown>,
  { name, part, version }: { name: string; part?: string; version: string | null },
) {
  const [edited, setEdited] = useState<Edited<Value> | null>(null)
  const [conflict, setConflict] = useState<{ base: Value } | null>(null)
  const value = edited ? edited.value : held
  const base = edited ? edited.base : { held, version }

  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => {
      draft.clear()
      setEdited(null)
    },
    onError: (error) => {
      if (isConflict(error)) setConflict({ base: base.held })
    },
  })

  const draft = useDraft<Value>({
    form: part ? `setting-${name}-${part}` : `setting-${name}`,
    rowId: name,
    version: version ?? '',
    value,
    initial: held,
    onContinue: type,
  })

  function type(next: Value) {
    setEdited((before) => ({ value: next, base: before?.base ?? { held, version } }))
    saving.reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (conflict) return focusConflict(event.currentTarget)
    if (saving.isPending) return
    // A save of another setting reads all of them again, with the changes of other administrators.
    const isOvertaken = base.version !== version && JSON.stringify(held) !== JSON.stringify(value)
    if (isOvertaken) return setConflict({ base: base.held })
    saving.mutate(value)
  }

  /** Ends a conflict: the edits stay for the next save, or give way to the stored value. */
  function resolve(keep: 'mine' | 'theirs') {
    setConflict(null)
    saving.reset()
    if (keep === 'mine') return setEdited({ value, base: { held, version } })
    discard()
  }

  /** The form has the stored value again. */
  function discard() {
    saving.reset()
    draft.clear()
    setEdited(null)
  }

  return {
    name,
    value,
    held,
    conflict,
    resolve,
    discard,
    problem: saving.error && !isConflict(saving.error) ? saving.error.message : null,
    busy: saving.isPending,
    isChanged: edited !== null,
    draft,
    type,
    submit,
  }
}

function isConflict(error: Error): boolean {
  return toRequestError(error).code === 'conflict'
}

export type SettingFormState<Value> = ReturnType<typeof useSettingForm<Value>>

type SettingFormProps<Value> = {
  form: SettingFormState<Value>
  /** What the setting is called where two versions of it are shown, and each of them in words. */
  label: string
  describe: (value: Value) => string
  /** Whether the server alone checks the fields. */
  noValidate?: boolean
  /** The text of the button. */
  saveLabel?: string
  children: ReactNode
}

/** One setting's form: an offered draft, the fields, both versions where someone else saved first, the button. */
export function SettingForm<Value>({
  form,
  label,
  describe,
  noValidate,
  saveLabel = 'Save',
  children,
}: SettingFormProps<Value>) {
  return (
    <form onSubmit={form.submit} noValidate={noValidate} className="grid grid-cols-1 gap-y-6">
      <DraftOffer draft={form.draft} />
      {children}
      <SettingConflict form={form} label={label} describe={describe} />
      <SaveButton {...form} label={saveLabel} />
    </form>
  )
}

/** The save button of a setting's form; inactive without a change. */
export function SaveButton({ busy, isChanged, label = 'Save' }: { busy: boolean; isChanged: boolean; label?: string }) {
  return (
    <Button
      // Not `disabled`, because a disabled button loses the focus after a save.
      type={isChanged ? 'submit' : 'button'}
      tone="line"
      aria-disabled={busy || !isChanged}
      className="justify-self-start"
    >
      {busy ? 'Saving…' : label}
    </Button>
  )
}

/** Both versions of a setting that someone else saved first; nothing where there is no conflict. */
export function SettingConflict<Value>({
  form: { name, value, held, conflict, resolve },
  label,
  describe,
}: Pick<SettingFormProps<Value>, 'form' | 'label' | 'describe'>) {
  if (!conflict) return null
  return (
    <ConflictNotice
      row={{ table: 'settings', id: name }}
      differences={listDifferences([{ label, words: describe }], { base: conflict.base, mine: value, theirs: held })}
      onKeepMine={() => resolve('mine')}
      onTakeTheirs={() => resolve('theirs')}
    >
      Nothing is saved until you press Save.
    </ConflictNotice>
  )
}

/** The effect of a setting for customers, as a sentence that changes while the owner types. */
export function SettingEffect({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="max-w-[34em] border-mulberry border-l-2 pl-4 leading-snug">
      {children}
    </p>
  )
}

type SettingCheckProps = { checked: boolean; onChange: (checked: boolean) => void; children: string }

export function SettingCheck({ checked, onChange, children }: SettingCheckProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-x-4">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 accent-mulberry"
      />
      {children}
    </label>
  )
}
