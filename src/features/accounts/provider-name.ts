const names: Record<string, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin: 'LinkedIn',
  azure: 'Microsoft',
}

/** A provider's name in its own spelling: 'GitHub', 'Google'. */
export function providerName(provider: string): string {
  return names[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1).replaceAll('_', ' ')
}
