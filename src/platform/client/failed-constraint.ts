/** The check constraint that a write of /rest/v1 failed; null where a trigger refused it. Only PostgreSQL's message names it. */
export function failedConstraint(message: string): string | null {
  return /violates check constraint "([^"]+)"/.exec(message)?.[1] ?? null
}
