import { useCallback, useEffect, useState } from 'react'
import type { SettingName } from '#features/settings/setting-schemas.ts'
import { callFunction } from '#platform/client/call-function.ts'
import { prepareToasts, toast } from '#ui/toast.ts'
import type { SettingsAnswer } from './settings-answer.ts'
import type { SaveProblem } from './use-typed.ts'

/** Changes one setting; gives why not, or null when it is done. */
export type Save = (name: SettingName, value: unknown) => Promise<SaveProblem | null>

/** The owner's settings as they hold, and the way to change them. `settings` null: not known yet. */
export function useSettings() {
  const [settings, setSettings] = useState<SettingsAnswer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const look = useCallback(async () => {
    const { value, failure } = await callFunction<SettingsAnswer>('settings')
    setProblem(failure ? failure.words : null)
    if (value) setSettings(value)
  }, [])

  useEffect(() => {
    prepareToasts()
    void look()
  }, [look])

  const save: Save = async (name, value) => {
    const version = settings?.[name].version ?? null
    const { value: answer, failure } = await callFunction<SettingsAnswer>('settings', { name, value, version })
    if (failure) {
      // Whether it was done nobody knows when no answer came; what holds says so either way.
      if (failure.isLost || failure.code === 'conflict') await look()
      return failure.code === 'conflict' ? { isConflict: true } : failure.words
    }
    setSettings(answer)
    void toast({ title: 'Saved', description: 'The shop shows it now.', tone: 'success', about: `setting-${name}` })
    return null
  }

  return { settings, problem, look, save }
}
