import { useQuery } from '@tanstack/react-query'
import { useStaff } from '#admin/staff.ts'
import { formatDate } from '#base/visitor-time.ts'
import { Link } from '#ui/link.tsx'
import { backupQuery } from './backup-section.tsx'

/** One line on the dashboard: the day of the last backup, and where it is downloaded. */
export function BackupLine() {
  const isAdmin = useStaff().role === 'admin'
  const { data } = useQuery({ ...backupQuery, enabled: isAdmin })
  if (!data?.newest) return null
  return (
    <p className="mt-8 text-ink-soft text-small">
      Last backup: {formatDate(data.newest.taken_at)}.{' '}
      <Link to="/admin/today" className="link inline-block py-1 text-mulberry">
        Download it on Today
      </Link>
    </p>
  )
}
