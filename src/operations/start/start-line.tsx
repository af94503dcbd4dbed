import { queryOptions, useQuery } from '@tanstack/react-query'
import { useStaff } from '#admin/staff.ts'
import { counted } from '#base/counts.ts'
import { read } from '#platform/client/functions.ts'
import { alertsKey } from '#platform/client/query-client.ts'
import { Link } from '#ui/link.tsx'

export const startQuery = queryOptions({ queryKey: [...alertsKey, 'start'], queryFn: () => read('start') })

/** One line on the dashboard until the list of what the shop needs is done. */
export function StartLine() {
  const isAdmin = useStaff().role === 'admin'
  const { data } = useQuery({ ...startQuery, enabled: isAdmin })
  const left = data?.steps.filter(({ state }) => state !== 'done').length ?? 0
  if (left === 0) return null
  return (
    <p className="pt-4 pb-3 text-ink-soft text-small">
      {counted(left, 'step', 'steps')} left until the shop is ready:{' '}
      <Link to="/admin/start" className="link inline-block py-1 text-mulberry">
        open the checklist
      </Link>
    </p>
  )
}
