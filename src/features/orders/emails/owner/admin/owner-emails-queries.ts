import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callFunction, readFunction, toRequestError } from '#platform/client/functions.ts'
import { toast } from '#ui/toast.ts'
import type { OwnerEmailsResponse } from '../owner-emails-response.ts'

const ownerEmailsKey = ['owner-letters'] as const

/** The address for e-mails to the owner. */
export function useOwnerEmailSetting() {
  return useQuery({
    queryKey: ownerEmailsKey,
    queryFn: () => readFunction<OwnerEmailsResponse>('owner-letters'),
    refetchOnWindowFocus: false,
  })
}

/** Saves the address. Throws a `RequestError`; its code is `conflict` where someone else saved first. */
export function useSaveOwnerEmailSetting() {
  const client = useQueryClient()
  return async (to: string | null) => {
    const version = client.getQueryData<OwnerEmailsResponse>(ownerEmailsKey)?.version ?? null
    try {
      const saved = await callFunction<OwnerEmailsResponse>('owner-letters', { to, version })
      client.setQueryData(ownerEmailsKey, saved)
      const address = saved.to ?? saved.shop
      const description = saved.to === 'off' ? 'You won’t get e-mails about orders.' : `To ${address}.`
      void toast({ title: 'Saved', description, tone: 'success', about: 'owner-letters' })
    } catch (error) {
      const { code, isUnreachable } = toRequestError(error)
      // Without a response the change may have been saved.
      if (isUnreachable) void client.refetchQueries({ queryKey: ownerEmailsKey })
      if (code === 'conflict') await client.refetchQueries({ queryKey: ownerEmailsKey })
      throw error
    }
  }
}
