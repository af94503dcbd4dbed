// The upper bound for an endpoint that stores: node bare-insert.ts <database> <port>. Reads the body, inserts a row,
// answers 200.
import { createServer } from 'node:http'
import pg from 'pg'

const [connectionString = '', port = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 10 })

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: string }
  await pool.query('insert into bench_events (id) values ($1) on conflict do nothing', [id])
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"received":true}')
})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
