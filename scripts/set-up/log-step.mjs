/** A missing prerequisite of the machine, as one line for the terminal. */
export class SetUpError extends Error {}

/** A short line about the set-up; on standard error, so that a command's own output stays clean. */
export function logStep(line) {
  process.stderr.write(`shop: ${line}\n`)
}
