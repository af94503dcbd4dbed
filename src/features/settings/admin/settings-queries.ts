import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { noteSaved } from '#admin/outdated-shell.ts'
import { useDebounced } from '#admin/search-field.tsx'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import type { Zone } from '#shop-defaults'
import { toast } from '#ui/toast.ts'
import type { Notice } from '#ui/toast-region.tsx'
import { type Carrier, usualCarriers } from '../carriers.ts'
import { zonesAt } from '../delivery-versions.ts'
import type { DayRange, SettingName } from '../shop-settings.ts'
import type { GarmentSettings, Settings } from './settings.contract.ts'

const settingsKey = ['settings'] as const
const garmentsKey = ['garment-settings'] as const

/** The owner's settings. Returning to the window does not replace what the forms are based on. */
export function useSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: () => read('settings'),
    refetchOnWindowFocus: false,
  })
}

/** The settings of garments, which helpers of the pages change too. */
export function useGarmentSettings() {
  return useQuery({
    queryKey: garmentsKey,
    queryFn: () => read('garment-settings'),
    refetchOnWindowFocus: false,
  })
}

/** Reads the settings of garments as they are, for what happens after a render. */
export function useReadGarmentSettings(): () => GarmentSettings | undefined {
  const client = useQueryClient()
  return () => client.getQueryData<GarmentSettings>(garmentsKey)
}

/** All carriers of the shop, the hidden ones too. */
export function useCarriers(): readonly Carrier[] {
  return useSettings().data?.carriers.value ?? usualCarriers
}

/** Saves one setting, and says so with `notice`. Throws a `RequestError`; its code is `conflict` where someone else saved first. */
export type SaveSetting = (name: SettingName, value: unknown, notice?: Omit<Notice, 'about'>) => Promise<void>

/** The parts of a section of the settings. */
export type SectionProps = { settings: Settings; save: SaveSetting }

/** The zones and prices of today, as the settings have them. */
export function todaysZones({ delivery, now }: Pick<Settings, 'delivery' | 'now'>): readonly Zone[] {
  return zonesAt(delivery.value, new Date(now))
}

const savedNotice: Notice = { title: 'Saved', description: 'The shop shows it now.' }

export function useSaveSetting(): SaveSetting {
  return useSave<SettingName>(settingsKey, (change) => call('settings', change))
}

/** As `useSaveSetting`, of the settings of garments. */
export function useSaveGarmentSetting() {
  return useSave<'shelf' | 'kinds'>(garmentsKey, (change) => call('garment-settings', change))
}

type Change<Name> = { name: Name; value: unknown; version: string | null }

function useSave<Name extends SettingName>(
  queryKey: readonly string[],
  send: (change: Change<Name>) => Promise<Pick<Settings, Name>>,
) {
  const client = useQueryClient()
  return async (name: Name, value: unknown, notice: Omit<Notice, 'about'> = savedNotice): Promise<void> => {
    const version = client.getQueryData<Pick<Settings, Name>>(queryKey)?.[name].version ?? null
    try {
      client.setQueryData(queryKey, await send({ name, value, version }))
      noteSaved(name)
    } catch (error) {
      const { code, isUnreachable } = toRequestError(error)
      // Without a response the change may have been saved.
      if (isUnreachable) void client.refetchQueries({ queryKey })
      if (code === 'conflict') await client.refetchQueries({ queryKey })
      throw error
    }
    void toast({ tone: 'success', ...notice, about: `setting-${name}` })
  }
}

const typingPauseMs = 250

/** The orders that a range of days off would affect; neither a preview nor a check without a range. */
export function useDaysOffPreview(range: DayRange | null) {
  return usePreview('days-off-preview', range, (query) => read('days-off-preview', query))
}

/** What another capacity would change; neither a preview nor a check without one. */
export function useCapacityPreview(change: { from: string; pieces: string } | null) {
  return usePreview('capacity-preview', change, (query) => read('capacity-preview', query))
}

/** What a typed value would change, read once its typing pauses. */
function usePreview<Query, Preview>(
  name: string,
  typed: Query | null,
  readPreview: (query: Query) => Promise<Preview>,
) {
  const debounced = useDebounced(typed, typingPauseMs)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [name, debounced],
    queryFn: debounced === null ? skipToken : () => readPreview(debounced),
    gcTime: 0,
  })
  const isCurrent = typed !== null && JSON.stringify(typed) === JSON.stringify(debounced)
  const preview = isCurrent ? data : undefined
  const problem = isCurrent && !data && !isFetching ? error?.message : undefined
  return {
    preview,
    problem,
    isChecking: typed !== null && !preview && problem === undefined,
    retry: () => void refetch(),
  }
}
