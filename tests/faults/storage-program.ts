import { armFaultPoint } from '#platform/jobs/fault-points.ts'

// The program of the pictures' tests, which dies at a fault point where one is named after its folder.
const point = process.argv[4]
if (point) armFaultPoint(point)
await import('./pictures-program.ts')
