import { context, diag, trace } from '@opentelemetry/api'
import { withoutTrailing } from '#platform/text/kept-text.ts'
import type { Log } from './log.ts'

const complainEveryMs = 600_000

/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP (`endpoint`, such as `http://127.0.0.1:4318`). The
 * libraries are loaded only here. Returns what sends the last spans and ends the tracing; both wait two seconds at most
 * for a collector that does not answer.
 */
export async function startTracing({
  endpoint,
  service,
  version,
  log,
}: {
  endpoint: string
  service: string
  version: string
  log: Log
}): Promise<() => Promise<void>> {
  const [{ BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }, hooks] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${withoutTrailing(endpoint, '/')}/v1/traces`, timeoutMillis: 2_000 })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: 2_000 })],
  })
  let complainedMs = Number.NEGATIVE_INFINITY
  const complain = (why: string) => {
    if (performance.now() - complainedMs < complainEveryMs) return
    complainedMs = performance.now()
    log.warn({ endpoint, why }, 'traces could not be sent')
  }
  const ignore = () => undefined
  diag.setLogger({ error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  return async () => {
    await provider.shutdown().catch((error: unknown) => complain(String(error)))
    trace.disable()
    context.disable()
    diag.disable()
  }
}
