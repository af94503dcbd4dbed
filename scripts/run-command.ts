import { ConfigError } from '#config'
import { AppError } from '#platform/http/errors/app-error.ts'

/** Runs a command. An AppError or a wrong configuration is printed as one line and sets exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError || error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
