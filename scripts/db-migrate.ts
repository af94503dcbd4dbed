import { openShopDatabase } from './shop-database.ts'

// `npm run db:migrate`: brings the shop's database to the newest migration without opening the shop.

await using database = await openShopDatabase()
for (const name of database.migrated) console.log(`ran ${name}`)
if (database.migrated.length === 0) console.log('The database is up to date.')
