import { adminMeta } from '#admin/admin-meta.ts'
import { ProblemsInbox } from '#operations/problems/problems-inbox.tsx'
import { TodayView } from '#operations/today/today-view.tsx'
import { AdminFrame } from './admin-frame.tsx'

export const meta = () => adminMeta('Today')

/** What waits for the owner today, with what is wrong in the shop above it. */
export default function TodayPage() {
  return (
    <AdminFrame title="Today" notices={<ProblemsInbox />}>
      <TodayView />
    </AdminFrame>
  )
}
