import { Progress } from '../../../ui/text/progress.tsx'
import { SettingsSection } from '../settings/settings-layout.tsx'
import { useSyncStatus } from './use-sync-status.ts'

/** Progress of the first reading. It goes on when the page is closed. */
export function FirstReading() {
  const { data } = useSyncStatus()
  if (!data?.connected || !data.first) return null
  const { progress } = data
  return (
    <SettingsSection title="First reading" description="You can close this page. We’ll keep reading.">
      <Progress
        label={progress ? `Reading ${progress.phase}` : 'Waiting to begin'}
        done={progress?.done}
        total={progress?.total ?? undefined}
        detail={
          progress &&
          `${progress.done.toLocaleString('en-US')}${progress.total === null ? '' : ` of ${progress.total.toLocaleString('en-US')}`}`
        }
      />
      {data.failure !== null && data.sync_status === 'none' && <p className="text-ink-2">{data.failure}</p>}
    </SettingsSection>
  )
}
