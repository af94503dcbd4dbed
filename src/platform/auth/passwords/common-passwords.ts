let loading: Promise<ReadonlySet<string>> | undefined

/**
 * Some 49,000 passwords that stand in leaks most often, in small letters. Loaded once, when the first password is judged: 35
 * ms and 18 MB of the process. Server only; see docs/decisions/0014-passwords.md.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return loading
}
