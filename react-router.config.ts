import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  routeDiscovery: { mode: 'initial' }, // a dozen routes: sending all costs less than requesting them
  serverBuildFile: '[name].js',
} satisfies Config
