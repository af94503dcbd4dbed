import { expect, test } from 'vitest'
import { type AlertOf, type Channel, type Finding, type Incident, stepIncident } from './incidents.ts'

const minute = 60_000
const rules = { alertAfterMs: 5 * minute, clearAfterMs: 5 * minute }
const faulty: Finding = { state: 'faulty', reasons: ['no database'] }
const well: Finding = { state: 'well' }

/** One name over time; each step is a finding and the minutes since the last one. */
function timeline(channels: Channel[] = ['email', 'webhook'], refused: Channel[] = []) {
  let incident: Incident | null = null
  let now = Date.parse('2026-11-26T10:00:00Z')
  const sent: string[] = []
  const send = async (channel: Channel, { kind }: AlertOf) => {
    if (refused.includes(channel)) return false
    sent.push(`${kind} ${channel}`)
    return true
  }
  return {
    sent,
    incident: () => incident,
    async step(finding: Finding, minutes = 1) {
      now += minutes * minute
      incident = await stepIncident(incident, { name: 'buying', finding, now: new Date(now), rules, channels, send })
    },
  }
}

test('a fault of five minutes is alerted once on each channel, and its end once', async () => {
  const { step, sent, incident } = timeline()
  for (let minutes = 0; minutes <= 4; minutes += 1) await step(faulty)
  expect(sent).toEqual([])
  for (let minutes = 0; minutes < 60; minutes += 1) await step(faulty)
  expect(sent).toEqual(['alert email', 'alert webhook'])
  for (let minutes = 0; minutes < 60; minutes += 1) await step(well)
  expect(sent).toEqual(['alert email', 'alert webhook', 'all_clear email', 'all_clear webhook'])
  expect(incident()).toBeNull()
})

test('a short fault is not alerted, and one that comes and goes is one incident', async () => {
  const { step, sent } = timeline(['email'])
  await step(faulty)
  await step(faulty, 4)
  await step(well)
  await step(faulty)
  expect(sent).toEqual([])
  await step(faulty, 6)
  for (let times = 0; times < 10; times += 1) {
    await step(well, 2)
    await step(faulty, 2)
  }
  expect(sent).toEqual(['alert email'])
})

test('no answer changes nothing, and a known beginning counts', async () => {
  const { step, sent, incident } = timeline(['email'])
  await step({ ...faulty, since: new Date('2026-11-26T09:00:00Z') })
  expect(sent).toEqual(['alert email'])
  await step({ state: 'unknown' }, 600)
  expect(incident()?.reasons).toEqual(['no database'])
  expect(sent).toEqual(['alert email'])
})

test('a channel that fails is tried again, and gets no all-clear for an alert it never had', async () => {
  const refused: Channel[] = ['email']
  const { step, sent, incident } = timeline(['email', 'webhook'], refused)
  await step(faulty)
  await step(faulty, 6)
  await step(faulty)
  expect(sent).toEqual(['alert webhook'])
  await step(well)
  await step(well, 6)
  expect(sent).toEqual(['alert webhook', 'all_clear webhook'])
  expect(incident()).toBeNull()
  await step(faulty)
  await step(faulty, 6)
  refused.pop()
  await step(faulty)
  expect(sent.slice(2)).toEqual(['alert webhook', 'alert email'])
})
