/** `m•••@e•••.com`: enough for the customer to recognise it, too little for other readers of the screen. */
export function maskAddress(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  const end = domain.lastIndexOf('.')
  return `${local.slice(0, 1)}•••@${domain.slice(0, 1)}•••${domain.slice(end)}`
}
