// The entry of all scripts of package.json: prepares what a command needs, prints what it does, and runs it.
// Plain JavaScript for Node 20, since the machine's Node may be too old for the shop; everything else runs on 24.7 or
// newer.
import { commands } from './commands.mjs'
import { logStep, SetUpError } from './set-up/log-step.mjs'

const [name = '', ...args] = process.argv.slice(2)

try {
  const command = commands[name]
  if (!command) throw new SetUpError(`No such command: "${name}". There are ${Object.keys(commands).join(', ')}.`)
  process.exitCode = await command(args)
} catch (error) {
  if (!(error instanceof SetUpError)) throw error
  logStep(error.message)
  process.exitCode = 1
}
