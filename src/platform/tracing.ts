import { type Attributes, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

// Spans without an effect until `startTracing` has run. Attributes contain no personal data: no query strings, no
// values of statements, and paths only as the log has them.

const tracer = () => trace.getTracer('shop')

/** Runs `work` inside a span, whose parent is the span around the call. An error ends the span as failed. */
export function traced<T>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {} }: { kind?: SpanKind; attributes?: Attributes },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer().startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Records a call of a peer that began at `beganMs` (`performance.now()`) and has just ended. */
export function traceCall(peer: string, beganMs: number): void {
  const startTime = performance.timeOrigin + beganMs
  tracer()
    .startSpan(peer, { kind: SpanKind.CLIENT, startTime, attributes: { 'peer.service': peer } })
    .end()
}
