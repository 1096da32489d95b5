import { Clock } from 'lucide-react'
import { t } from '../ui/language/text.ts'
import { Button } from '../ui/layout/button.tsx'
import { useSession, useSessionControl } from './session-context.tsx'

const time = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })

/** In the last minutes of a session that can't be renewed, shows its end and a way to start a new one. */
export function SessionEndNote() {
  const { endsAtMs } = useSession()
  const session = useSessionControl()
  if (endsAtMs === null) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-soon-tint px-4 py-2 text-ink md:px-6"
    >
      <p className="flex items-center gap-2">
        <Clock className="text-soon" />
        {t('You’ll need to log in again at {time}. Save your work first.', { time: time.format(endsAtMs) })}
      </p>
      <Button size="sm" onClick={() => session.end('session_timed_out')}>
        {t('Log in again now')}
      </Button>
    </div>
  )
}
