/** `m•••@e•••.com`: enough for its owner to know it again, too little for anybody who looks over her shoulder. */
export function maskAddress(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  const end = domain.lastIndexOf('.')
  return `${local.slice(0, 1)}•••@${domain.slice(0, 1)}•••${domain.slice(end)}`
}
