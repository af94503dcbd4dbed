import { armFaultPoint } from '#platform/jobs/fault-points.ts'

// The program of the storage tests, which dies at the fault point given as an argument.
const point = process.argv[4]
if (point) armFaultPoint(point)
await import('./pictures-program.ts')
