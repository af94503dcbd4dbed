import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** A value that is read at each scrape, or several by name (the label `name`). */
export type Reading = number | { name: string; value: number }[]

export type Metrics = {
  /** Counts a response. `surface`: `cache`, `pages`, or the name of an API; no paths, whose number has no bound. */
  countResponse(surface: string, status: number, seconds: number): void
  /** Counts a response that the listener gave from memory. */
  countCacheHit(): void
  /**
   * Counts a read, or the rendering of a page, that was refused because too many were in progress. Visitors who share a
   * rendering count once.
   */
  countRefusal(surface: 'pages' | 'rest'): void
  /** A gauge whose value is read at each scrape. One that fails is left out of the scrape and counted. */
  gauge(name: string, help: string, read: () => Reading | Promise<Reading>): void
  /** The text format of Prometheus. */
  render(): Promise<{ type: string; text: string }>
}

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The metrics of one process: its own (memory, event loop), its responses, and the gauges that are added. */
export function createMetrics({ prefix }: { prefix: string }): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const responses = new Histogram({
    name: `${prefix}_response_seconds`,
    help: 'Responses by surface and class of status, and the time they took.',
    labelNames: ['surface', 'status'],
    buckets: secondsBuckets,
    registers,
  })
  // Counted as a number and read at a scrape: a cached page is served in 30 µs.
  let hits = 0
  new Counter({
    name: `${prefix}_cache_hits_total`,
    help: 'Responses given from memory.',
    registers,
    collect() {
      this.reset()
      this.inc(hits)
    },
  })
  const refusals = new Counter({
    name: `${prefix}_refusals_total`,
    help: 'Reads and renderings refused because too many were in progress.',
    labelNames: ['surface'],
    registers,
  })
  // A rate needs the value before the first refusal.
  for (const surface of ['pages', 'rest']) refusals.inc({ surface }, 0)
  const failures = new Counter({
    name: `${prefix}_metric_failures_total`,
    help: 'Gauges that could not be read.',
    labelNames: ['name'],
    registers,
  })

  return {
    countResponse: (surface, status, seconds) =>
      responses.observe({ surface, status: `${Math.floor(status / 100)}xx` }, seconds),
    countCacheHit() {
      hits += 1
    },
    countRefusal: (surface) => refusals.inc({ surface }),
    gauge(name, help, read) {
      new Gauge({
        name: `${prefix}_${name}`,
        help,
        registers,
        labelNames: ['name'],
        async collect() {
          try {
            const reading = await read()
            this.reset()
            if (typeof reading === 'number') this.set(reading)
            else for (const { name: label, value } of reading) this.set({ name: label }, value)
          } catch {
            this.reset()
            failures.inc({ name })
          }
        },
      })
    },
    render: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  }
}
