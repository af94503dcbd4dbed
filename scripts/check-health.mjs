// `node scripts/check-health.mjs [live|ready] [--wait SECONDS] [--port PORT]`: exit code 0 once /health answers 200.
// For supervisors on a machine or in an image without curl.
import { get } from 'node:http'
import { parseArgs } from 'node:util'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { wait: { type: 'string', default: '0' }, port: { type: 'string', default: process.env.PORT || '3000' } },
})
const { HOST = '127.0.0.1' } = process.env
/** An address that means all of a machine's addresses is none to connect to. */
const host = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' }[HOST] ?? HOST
const path = `/health/${positionals[0] ?? 'ready'}`
const until = performance.now() + Number(values.wait) * 1_000

let answer = await ask()
while (answer !== 200 && performance.now() < until) {
  await new Promise((resolve) => setTimeout(resolve, 250))
  answer = await ask()
}
if (answer !== 200) process.stderr.write(`http://${host}:${values.port}${path}: ${answer}\n`)
process.exit(answer === 200 ? 0 : 1)

function ask() {
  return new Promise((resolve) => {
    const request = get({ host, port: values.port, path, timeout: 5_000 }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('timeout', () => request.destroy(new Error('no answer within 5 s')))
    request.on('error', (error) => resolve(error.message))
  })
}
