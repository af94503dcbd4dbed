import { resolve } from 'node:path'
import { readConfig } from '#config'
import { issueKeys } from '#infrastructure/http/keys.ts'
import { readOrMakeSecret } from '#infrastructure/secrets.ts'

// `npm run keys`: the two API keys of this shop, as an .env file would hold them.
const config = readConfig(process.env)
const secret = config.JWT_SECRET ?? (await readOrMakeSecret(resolve(config.DATA_DIR), 'jwt-secret'))
const made = await issueKeys(secret)
console.log(`ANON_KEY=${config.ANON_KEY ?? made.anonKey}`)
console.log(`SERVICE_ROLE_KEY=${config.SERVICE_ROLE_KEY ?? made.serviceRoleKey}`)
