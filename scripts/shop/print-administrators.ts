/** After a return to an earlier moment: someone may have lost the role since. */
export function printAdministrators(administrators: readonly string[]): void {
  console.log(`Administrators now: ${administrators.join(', ') || 'none'}.`)
  console.log(
    'If one of them was removed since, run `npm run shop -- admin remove EMAIL` before you start the shop. Passwords are ' +
      'those of then too: for a password that became known since, run `npm run shop -- admin password EMAIL`.',
  )
}
