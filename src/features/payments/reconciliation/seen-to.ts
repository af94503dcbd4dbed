import { AppError } from '#platform/http/errors/app-error.ts'

/** Somebody else was faster, or the books agree by themselves. */
export function seenTo(): AppError {
  return new AppError('conflict', 'This has been seen to already.')
}
