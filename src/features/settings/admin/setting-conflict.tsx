import { ConflictNotice, listDifferences } from '#admin/conflict-notice.tsx'
import type { useSettingForm } from './use-setting-form.ts'

type SettingConflictProps<Value> = {
  form: Pick<ReturnType<typeof useSettingForm<Value>>, 'value' | 'held' | 'conflict' | 'resolve'>
  /** The setting's name in the database; `label` is its field's label. */
  name: string
  label: string
  describe: (value: Value) => string
}

/** Both versions of a setting that someone else saved first; nothing where there is no conflict. */
export function SettingConflict<Value>({ form, name, label, describe }: SettingConflictProps<Value>) {
  const { value, held, conflict, resolve } = form
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
