import { sql } from 'kysely'
import { type Hearing, storeEvents } from './store-event.ts'

/** How long a payment company keeps its events. */
const keptDays = 30

/** Takes the events the provider could not bring, as if they came now. Those that are here already change nothing. */
export async function takeMissedEvents({ db, provider, queue }: Hearing): Promise<void> {
  const { rows } = await sql<{ from: Date; until: Date }>`
    select public.shop_now() - ${keptDays} * interval '1 day' as "from", public.shop_now() + interval '1 hour' as "until"`.execute(
    db.owner,
  )
  const [span] = rows
  if (!span) throw new Error('The database told no time')
  for await (const event of provider.inBackground().listMissedEvents(span)) {
    await storeEvents({ db, provider, queue }, [event])
  }
}
