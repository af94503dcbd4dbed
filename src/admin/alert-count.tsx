import { queryOptions, useQuery } from '@tanstack/react-query'
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

type AlertCount<Response> = ReturnType<typeof alertCount<Response>>

type AlertMarkProps<Response> = { alerts: AlertCount<Response>; one: string; many: string }

/** The number of an alert beside a menu link, with `one` or `many` for screen readers; nothing for 0. */
export function AlertMark<Response>({ alerts, one, many }: AlertMarkProps<Response>) {
  const { data } = useQuery(alerts.query)
  const count = data === undefined ? 0 : alerts.count(data as Response)
  if (count === 0) return null
  return (
    <span className="lining-nums tabular-nums ml-1.5 inline-flex min-w-5 items-center justify-center rounded-full bg-mulberry px-1.5 text-[0.75rem] text-paper leading-5">
      {count}
      <span className="sr-only">{` ${count === 1 ? one : many}`}</span>
    </span>
  )
}
