import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callFunction, readFunction, toRequestError } from '#platform/client/functions.ts'
import { toast } from '#ui/toast.ts'
import type { OwnerLettersAnswer } from '../owner-letters-answer.ts'

const ownerLettersKey = ['owner-letters'] as const

/** The address for e-mails to the owner. */
export function useOwnerLetters() {
  return useQuery({
    queryKey: ownerLettersKey,
    queryFn: () => readFunction<OwnerLettersAnswer>('owner-letters'),
    refetchOnWindowFocus: false,
  })
}

/** Saves the address. Throws a `RequestError`; its code is `conflict` where someone else saved first. */
export function useSaveOwnerLetters() {
  const client = useQueryClient()
  return async (to: string | null) => {
    const version = client.getQueryData<OwnerLettersAnswer>(ownerLettersKey)?.version ?? null
    try {
      const saved = await callFunction<OwnerLettersAnswer>('owner-letters', { to, version })
      client.setQueryData(ownerLettersKey, saved)
      const address = saved.to ?? saved.shop
      const description = saved.to === 'off' ? 'You will have no e-mails about orders.' : `To ${address}.`
      void toast({ title: 'Saved', description, tone: 'success', about: 'owner-letters' })
    } catch (error) {
      const { code, isUnreachable } = toRequestError(error)
      // Without a response the change may have been saved.
      if (isUnreachable) void client.refetchQueries({ queryKey: ownerLettersKey })
      if (code === 'conflict') await client.refetchQueries({ queryKey: ownerLettersKey })
      throw error
    }
  }
}
