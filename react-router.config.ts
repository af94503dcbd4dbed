import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  routeDiscovery: { mode: 'initial' }, // a dozen routes: knowing them all costs less than asking
  serverBuildFile: '[name].js',
} satisfies Config
