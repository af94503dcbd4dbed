/**
 * The SVG paths of a line through daily values, oldest at the left, scaled from zero to the maximum. The line is
 * interrupted at a day without a value; a day between two of those is a point.
 */
export function lineOf(values: (number | null)[], { width, height }: { width: number; height: number }): string[] {
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  const step = width / Math.max(1, values.length - 1)
  const paths: string[] = []
  let points: string[] = []
  for (const [index, value] of [...values, null].entries()) {
    if (value !== null) points.push(`${round(index * step)} ${round(height - (value / most) * height)}`)
    else if (points.length > 0) {
      paths.push(points.length === 1 ? `M${points[0]}h0` : `M${points.join('L')}`)
      points = []
    }
  }
  return paths
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
