import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDebounced } from '#admin/use-debounced.ts'
import { call } from '#platform/client/functions.ts'
import { polling } from '#platform/client/query-client.ts'
import type { Audience } from '../campaign.contract.ts'
import type { CampaignContent } from '../campaign-content.ts'
import { isComplete, isSameContent } from './campaign-labels.ts'

/** 'counting': not known yet; null: the e-mail is not complete, so it has no recipients. */
export type AudienceState = Audience | 'counting' | { problem: string } | null

/** Visitors sign up while an e-mail is being written. */
const pollMs = 30_000
export const typingPauseMs = 500

function audienceQuery({ subject, message }: CampaignContent, stamp: string) {
  return queryOptions({
    queryKey: ['campaign-audience', { subject, message }, stamp],
    queryFn: () => call('campaign-audience', { subject, message }),
    ...polling(pollMs),
    gcTime: 0,
  })
}

/**
 * The recipients of the typed words. They are counted again when the words change, when `stamp` does (something was
 * sent), when the window gets the focus, and every 30 s. `count` counts at once, and returns null after a failure.
 */
export function useAudience(
  typed: CampaignContent,
  stamp: string,
): { audience: AudienceState; count: () => Promise<Audience | null> } {
  const client = useQueryClient()
  const content = useDebounced({ subject: typed.subject, message: typed.message }, typingPauseMs)
  const { data, error } = useQuery({ ...audienceQuery(content, stamp), enabled: isComplete(content) })

  async function count(): Promise<Audience | null> {
    if (!isComplete(typed)) return null
    return client.fetchQuery({ ...audienceQuery(typed, stamp), staleTime: 0 }).catch(() => null)
  }

  return { audience: currentState(), count }

  function currentState(): AudienceState {
    if (!isComplete(typed)) return null
    if (!isSameContent(content, typed)) return 'counting'
    if (error) return { problem: error.message }
    return data ?? 'counting'
  }
}
