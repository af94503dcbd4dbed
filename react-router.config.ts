import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  routeDiscovery: { mode: 'initial' }, // a dozen routes: sending all costs less than requesting them
  // Only the back office has a client loader: one file for it is shorter than three in the list of routes.
  splitRouteModules: false,
  serverBuildFile: '[name].js',
} satisfies Config
