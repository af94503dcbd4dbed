import { StartView } from '#operations/start/start-view.tsx'

/** The checklist of what the shop needs before it sells. */
export default function StartPage() {
  return <StartView />
}
