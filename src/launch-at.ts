import type { Shop } from './open-shop.ts'

/** When the shop opens: the environment says more than the owner's settings, and those more than the configuration file. */
export function launchAtOf({ config, settings }: Pick<Shop, 'config' | 'settings'>): Date {
  const changed = settings.get('launch_at')
  return config.LAUNCH_AT || typeof changed !== 'string' ? config.launchAt : new Date(changed)
}
