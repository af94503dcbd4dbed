import { armFaultPoint } from '#platform/jobs/fault-points.ts'

// The program of the storage tests, which dies at the fault point that its folder is named after.
const point = process.argv[4]
if (point) armFaultPoint(point)
await import('./pictures-program.ts')
