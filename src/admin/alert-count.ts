import { queryOptions } from '@tanstack/react-query'
import { alertsKey, polling, queryClient } from '#platform/client/query-client.ts'

/**
 * A number in the menu of the back office: `count` of an endpoint's response, read every minute. `tell` stores a
 * response that a screen has just read by other means.
 */
export function alertCount<Response>(
  name: string,
  { read, count }: { read: () => Promise<Response>; count: (response: Response) => number },
) {
  const query = queryOptions({
    queryKey: [...alertsKey, name],
    queryFn: read,
    ...polling(60_000),
  })
  return { query, count, tell: (response: Response) => void queryClient.setQueryData(query.queryKey, response) }
}

export type AlertCount<Response> = ReturnType<typeof alertCount<Response>>
