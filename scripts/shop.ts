import { type Command, program } from 'commander'

// `npm run shop -- COMMAND`: everything an operator does beside the running shop. `--help` lists the commands, and
// after a command its options.

/** Each file adds its commands. Only the one that is run is loaded: loading all of them takes a second. */
const files: Record<string, () => Promise<{ addTo(program: Command): void }>> = {
  backup: () => import('./shop/backup-commands.ts'),
  restore: () => import('./shop/backup-commands.ts'),
  export: () => import('./shop/exchange-commands.ts'),
  import: () => import('./shop/exchange-commands.ts'),
  admin: () => import('./shop/admin-commands.ts'),
  keys: () => import('./shop/keys-commands.ts'),
  db: () => import('./shop/database-commands.ts'),
  move: () => import('./shop/move-commands.ts'),
  jobs: () => import('./shop/jobs-commands.ts'),
  doctor: () => import('./shop/doctor-command.ts'),
  start: () => import('./shop/start-command.ts'),
}

program
  .name('npm run shop --')
  .description('Commands for running the shop.')
  .showHelpAfterError('(add --help to see how to use it)')

const [name = ''] = process.argv.slice(2)
const wanted = Object.hasOwn(files, name) ? [files[name]] : Object.values(files)
for (const file of new Set(await Promise.all(wanted.map((load) => load?.())))) file?.addTo(program)

await program.parseAsync()
