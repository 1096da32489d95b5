import { Send, Settings2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCan } from '../../session/account-context.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { HelpNote } from '../help/help-note.tsx'
import { IssuedList } from './issued-list.tsx'
import { RunProgress } from './run-progress.tsx'
import { ScheduleLine } from './schedule-line.tsx'
import { useSettings } from './use-sending.ts'

const RunDialog = lazyWithRetry(() => import('./run-dialog.tsx'), 'RunDialog')
const ScheduleDialog = lazyWithRetry(() => import('./schedule-dialog.tsx'), 'ScheduleDialog')

/** Statements that were issued, the schedule, and the run that sends them to all customers. */
export function StatementsPage() {
  const maySend = useCan('statements.send')
  const maySchedule = useCan('settings.write')
  const { data: settings } = useSettings()
  const [opened, setOpened] = useState<'run' | 'schedule' | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <PageHeader
        title="Statements"
        detail={settings && <ScheduleLine settings={settings} />}
        actions={
          <>
            {maySchedule && settings && (
              <Button icon={<Settings2 />} onClick={() => setOpened('schedule')}>
                Schedule
              </Button>
            )}
            {maySend && (
              <Button variant="primary" icon={<Send />} onClick={() => setOpened('run')}>
                Send statements
              </Button>
            )}
          </>
        }
      />
      <HelpNote topic="statements" />
      <RunProgress />
      <IssuedList />
      <Suspense>
        {opened === 'run' && <RunDialog onClose={close} />}
        {opened === 'schedule' && settings && <ScheduleDialog settings={settings} onClose={close} />}
      </Suspense>
    </>
  )
}
