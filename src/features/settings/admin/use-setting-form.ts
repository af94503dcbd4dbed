import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { focusConflict } from '#admin/conflict-notice.tsx'
import { useDraft } from '#admin/use-draft.ts'
import { toRequestError } from '#platform/client/functions.ts'

/** The edited value, and the setting as it was when the editing began. */
type Edited<Value> = { value: Value; base: { held: Value; version: string | null } }

type SettingFormOptions<Value> = {
  /** The setting's name in the database: its edits are stored as a draft. Null: no draft. */
  name?: string | null
  version?: string | null
  onContinue?: (value: Value) => void
}

/**
 * The form of one setting: it shows the stored value until the owner edits it. `save` throws an error whose message is
 * text for the field; a `RequestError` with code `conflict` shows both versions instead.
 */
export function useSettingForm<Value>(
  held: Value,
  save: (value: Value) => Promise<unknown>,
  { name = null, version = null, onContinue }: SettingFormOptions<Value> = {},
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
    form: name && `setting-${name}`,
    rowId: name ?? '',
    version: version ?? '',
    value,
    initial: held,
    onContinue(draft) {
      type(draft)
      onContinue?.(draft)
    },
  })

  function type(next: Value) {
    setEdited((before) => ({ value: next, base: before?.base ?? { held, version } }))
    saving.reset()
  }

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (conflict) return focusConflict(event?.currentTarget)
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
    draft.clear()
    setEdited(null)
  }

  return {
    value,
    held,
    conflict,
    resolve,
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
