/** What a check found: nothing wrong, a fault with its reasons, or no answer, which changes nothing. */
export type Finding = { state: 'well' | 'unknown' } | { state: 'faulty'; reasons: string[]; since?: Date }

export type Channel = 'email' | 'webhook'

/** A fault that lasts. Times are ISO 8601, since it is stored as JSON. */
export type Incident = {
  name: string
  reasons: string[]
  since: string
  /** Since when all is well again. */
  wellSince: string | null
  /** The channels that have the alert, and those that still need the all-clear. */
  alerted: Channel[]
  toClear: Channel[]
}

export type AlertOf = { kind: 'alert' | 'all_clear'; incident: Incident }

export type Rules = {
  /** How long a fault lasts before the alert. */
  alertAfterMs: number
  /** How long all is well before the all-clear: a fault that comes and goes is one incident. */
  clearAfterMs: number
}

/** An all-clear that no channel takes is given up after this time. */
const giveUpMs = 24 * 3_600_000

/**
 * One step: the incident of a name after a finding, null for none, with the alerts that are due. `send` reports whether
 * a channel took the alert; one that did not is tried again at the next step, so each channel gets one alert and one
 * all-clear per incident.
 */
export async function stepIncident(
  known: Incident | null,
  { name, finding, now, rules, channels, send }: Step,
): Promise<Incident | null> {
  if (finding.state === 'unknown') return known
  if (finding.state === 'faulty') {
    const since = known?.since ?? (finding.since ?? now).toISOString()
    const incident: Incident = {
      name,
      toClear: [],
      alerted: [],
      ...known,
      since,
      wellSince: null,
      reasons: finding.reasons,
    }
    if (now.getTime() - Date.parse(since) < rules.alertAfterMs) return incident
    for (const channel of channels.filter((each) => !incident.alerted.includes(each))) {
      if (!(await send(channel, { kind: 'alert', incident }))) continue
      incident.alerted = [...incident.alerted, channel]
      incident.toClear = [...incident.toClear, channel]
    }
    return incident
  }
  if (!known || known.alerted.length === 0) return null
  const incident = { ...known, wellSince: known.wellSince ?? now.toISOString() }
  const wellMs = now.getTime() - Date.parse(incident.wellSince)
  if (wellMs < rules.clearAfterMs) return incident
  for (const channel of known.toClear) {
    if (!channels.includes(channel) || (await send(channel, { kind: 'all_clear', incident })))
      incident.toClear = incident.toClear.filter((each) => each !== channel)
  }
  return incident.toClear.length === 0 || wellMs > giveUpMs ? null : incident
}

type Step = {
  name: string
  finding: Finding
  now: Date
  rules: Rules
  channels: readonly Channel[]
  send(channel: Channel, alert: AlertOf): Promise<boolean>
}
