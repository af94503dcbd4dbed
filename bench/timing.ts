export type Comparison = { medianOfOneMs: number; medianOfOtherMs: number; differenceMs: number; p: number }

/**
 * Times two requests alternately, in changing order, so that other load on the machine affects both alike.
 * `p` is Mann-Whitney's, two-sided by the normal approximation: the probability of ranks this different by chance.
 */
export async function compareTimes(
  samples: number,
  one: (index: number) => Promise<void>,
  other: (index: number) => Promise<void>,
): Promise<Comparison> {
  const ones: number[] = []
  const others: number[] = []
  for (let index = 0; index < samples; index += 1) {
    const pair = [() => time(ones, () => one(index)), () => time(others, () => other(index))]
    for (const each of index % 2 ? pair.reverse() : pair) await each()
  }
  const [medianOfOneMs, medianOfOtherMs] = [median(ones), median(others)]
  return {
    medianOfOneMs,
    medianOfOtherMs,
    differenceMs: Math.abs(medianOfOneMs - medianOfOtherMs),
    p: mannWhitney(ones, others),
  }
}

async function time(into: number[], work: () => Promise<void>): Promise<void> {
  const before = performance.now()
  await work()
  into.push(performance.now() - before)
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function mannWhitney(ones: number[], others: number[]): number {
  const ranked = [...ones.map((value) => ({ value, isOne: true })), ...others.map((value) => ({ value, isOne: false }))]
  ranked.sort((a, b) => a.value - b.value)
  const rankSum = ranked.reduce((sum, { isOne }, index) => (isOne ? sum + index + 1 : sum), 0)
  const [m, n] = [ones.length, others.length]
  const u = rankSum - (m * (m + 1)) / 2
  const z = (u - (m * n) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12)
  return 2 * (1 - normal(Math.abs(z)))
}

/** The normal distribution's cumulative function, to 7.5e-8 (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const sum = series.reduceRight((rest, factor) => (rest + factor) * t, 0)
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}
