/** The file or folder is not there. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}

/** The name is taken: by a file, or by a folder with something in it. */
export function isAlreadyThere(error: unknown): boolean {
  return ['EEXIST', 'ENOTEMPTY'].includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
