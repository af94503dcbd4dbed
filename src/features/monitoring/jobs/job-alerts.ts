import { alertCount } from '#admin/alert-count.ts'
import type { JobAlerts } from './jobs-answer.ts'

/** How many letters and jobs wait for the owner, and one more while none are done at all. */
export const jobAlerts = alertCount<JobAlerts>(
  'job-alerts',
  ({ failed_letters, dead, not_running_since }) => failed_letters + dead + (not_running_since ? 1 : 0),
)
