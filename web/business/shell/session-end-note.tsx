import { Clock } from 'lucide-react'
import { useSession } from '../../session/session-context.tsx'

const time = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })

/** In the last minutes of a session that can't be made longer: says until when. */
export function SessionEndNote() {
  const { endsAtMs } = useSession()
  if (endsAtMs === null) return null
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-b border-line bg-soon-tint px-4 py-2 text-ink md:px-6"
    >
      <Clock className="text-soon" />
      You have worked for a long time: at {time.format(endsAtMs)} you will be asked to log in again. Save what
      you are writing before then.
    </p>
  )
}
