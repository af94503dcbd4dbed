import { nameOfJob } from './job-labels.ts'
import type { JobsResponse } from './jobs-response.ts'

const columns = [
  ['waiting', 'Waiting'],
  ['active', 'Running'],
  ['retrying', 'Trying again'],
] as const

/** The numbers of queued and running jobs by kind. */
export function QueueTable({ queues }: { queues: JobsResponse['queues'] }) {
  if (queues.length === 0) return <p className="text-ink-soft">No tasks yet.</p>
  return (
    <table aria-labelledby="queues" className="w-full text-left text-small">
      <thead className="text-ink-soft">
        <tr className="border-line border-b">
          <th scope="col" className="py-1.5 pr-4 font-medium">
            Task
          </th>
          {columns.map(([key, name]) => (
            <th key={key} scope="col" className="w-[20%] py-1.5 pl-2 text-right align-bottom font-medium leading-tight">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {queues.map((queue) => (
          <tr key={queue.name} className="border-line border-b align-baseline">
            <th scope="row" className="wrap-any py-2 pr-4 text-body font-normal">
              {nameOfJob(queue.name)}
            </th>
            {columns.map(([key]) => (
              <td key={key} className={`price py-2 pl-2 text-right ${queue[key] === 0 ? 'text-ink-soft' : ''}`}>
                {queue[key]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
