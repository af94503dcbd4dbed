/**
 * The private database cannot start. The message is one line for the person at the terminal.
 * exitCode: 2 another program runs it, 3 its files are of another PostgreSQL version, 1 anything else.
 */
export class DatabaseStartError extends Error {
  readonly exitCode: number

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: 1 | 2 | 3; cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'DatabaseStartError'
    this.exitCode = exitCode
  }
}
