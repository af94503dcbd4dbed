import { alertCount } from '../alert-count.ts'
import type { JobAlerts } from './jobs-answer.ts'

/** How many letters and jobs wait for the owner to see to them. */
export const jobAlerts = alertCount<JobAlerts>('job-alerts', ({ failed_letters, dead }) => failed_letters + dead)
