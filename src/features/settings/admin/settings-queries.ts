import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDebounced } from '#admin/search-field.tsx'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import { toast } from '#ui/toast.ts'
import type { Notice } from '#ui/toast-region.tsx'
import type { DayRange, SettingName } from '../shop-settings.ts'
import type { Settings } from './settings.contract.ts'

const settingsKey = ['settings'] as const

/** The owner's settings. Returning to the window does not replace what the forms are based on. */
export function useSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: () => read('settings'),
    refetchOnWindowFocus: false,
  })
}

/** Saves one setting, and says so with `notice`. Throws a `RequestError`; its code is `conflict` where someone else saved first. */
export type SaveSetting = (name: SettingName, value: unknown, notice?: Omit<Notice, 'about'>) => Promise<void>

/** The parts of a section of the settings. */
export type SectionProps = { settings: Settings; save: SaveSetting }

const savedNotice: Notice = { title: 'Saved', description: 'The shop shows it now.' }

export function useSaveSetting(): SaveSetting {
  const client = useQueryClient()
  return async (name, value, notice = savedNotice) => {
    const version = client.getQueryData<Settings>(settingsKey)?.[name].version ?? null
    try {
      client.setQueryData(settingsKey, await call('settings', { name, value, version }))
    } catch (error) {
      const { code, isUnreachable } = toRequestError(error)
      // Without a response the change may have been saved.
      if (isUnreachable) void client.refetchQueries({ queryKey: settingsKey })
      if (code === 'conflict') await client.refetchQueries({ queryKey: settingsKey })
      throw error
    }
    void toast({ tone: 'success', ...notice, about: `setting-${name}` })
  }
}

const typingPauseMs = 250

/** The orders that a range of days off would affect; neither a preview nor a check without a range. */
export function useDaysOffPreview(range: DayRange | null) {
  const debounced = useDebounced(range, typingPauseMs)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['days-off-preview', debounced],
    queryFn: debounced ? () => read('days-off-preview', debounced) : skipToken,
    gcTime: 0,
  })
  const isOfRange = range?.from === debounced?.from && range?.until === debounced?.until
  const preview = range && isOfRange ? data : undefined
  const problem = range && isOfRange && !data && !isFetching ? error?.message : undefined
  return {
    preview,
    problem,
    isChecking: range !== null && !preview && problem === undefined,
    retry: () => void refetch(),
  }
}
