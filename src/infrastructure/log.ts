import pino from 'pino'

export type Log = pino.Logger

/** JSON lines on standard output. Secrets, tokens and e-mail addresses never reach a line: callers log ids. */
export function createLog({ level, name }: { level: string; name?: string }): Log {
  return pino({
    level,
    base: name ? { name } : null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: pino.stdSerializers.errWithCause, err: pino.stdSerializers.errWithCause },
    redact: { paths: ['*.authorization', '*.apikey', '*.password', '*.token', '*.email'], censor: '[hidden]' },
  })
}
