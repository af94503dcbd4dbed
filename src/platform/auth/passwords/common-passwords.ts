let loading: Promise<ReadonlySet<string>> | undefined

/**
 * Some 49,000 of the most frequently leaked passwords, in lower case. Loaded at the first password check: 35 ms and 18
 * MB of memory. Server only; see docs/decisions/0014-passwords.md.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return loading
}
