import { ConfigError } from '#config'
import { Refusal } from '#platform/http/errors/refusal.ts'

/** Runs a command; what it refuses, and a wrong configuration, is told in one line and by exit code 1. */
export async function tellRefusals(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
