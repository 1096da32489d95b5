import { useQueryClient } from '@tanstack/react-query'
import { FileText, Workflow } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { useAccountChange } from '../../accounts/use-account-change.ts'
import { useFilteredList } from '../../layout/filters/use-filtered-list.ts'
import { ListViews } from '../../layout/saved-views/list-views.tsx'
import { REMINDERS_PATH } from '../../paths.ts'
import { CheckList } from '../first-run/check-list.tsx'
import { DemoClock } from '../first-run/demo-clock.tsx'
import { FLOWS_PATH } from '../flows/use-flows.ts'
import { TEMPLATES_PATH } from '../templates/use-templates.ts'
import { HeldList } from './held-list.tsx'
import { REMINDERS_LIST, SENT_FILTERS } from './reminders-list.ts'
import { SentList } from './sent-list.tsx'
import { UpcomingList } from './upcoming-list.tsx'

const VIEWS = [
  { id: 'upcoming', name: 'Upcoming', href: REMINDERS_PATH },
  { id: 'sent', name: 'Sent', href: `${REMINDERS_PATH}?view=sent` },
  { id: 'held', name: 'Held', href: `${REMINDERS_PATH}?view=held` },
]

/** Reminders that will be sent, that were sent, and that are held. */
export function RemindersPage() {
  const account = useAccount()
  const list = useFilteredList(SENT_FILTERS, REMINDERS_LIST)
  const view = list.search.view ?? 'upcoming'
  return (
    <>
      <PageHeader
        title="Reminders"
        detail={account.system_enabled ? <Tag tone="paid">On</Tag> : <Tag>Off</Tag>}
        actions={
          <>
            <PowerButton
              on={account.system_enabled}
              asked={list.search.activate === 'true' && !account.system_enabled}
              onAnswered={() => list.set({ activate: undefined })}
            />
            <ButtonLink href={TEMPLATES_PATH} icon={<FileText />}>
              Templates
            </ButtonLink>
            <ButtonLink href={FLOWS_PATH} variant="primary" icon={<Workflow />}>
              Flows
            </ButtonLink>
          </>
        }
      />
      {!account.system_enabled && (
        <>
          <Note tone="warning" title="Reminders are off" className="mx-4 mb-4 md:mx-6">
            Nothing is sent to your customers or charged to them by itself. Look through Upcoming, then turn
            it on.
          </Note>
          <CheckList className="mx-4 mb-6 md:mx-6" />
        </>
      )}
      <ListViews
        label="Reminders shown"
        list={list}
        saved="reminders"
        path={REMINDERS_PATH}
        current={view}
        views={VIEWS}
        isShown
      />
      {view === 'sent' ? (
        <SentList list={list} />
      ) : view === 'held' ? (
        <HeldList list={list} />
      ) : (
        <UpcomingList />
      )}
      <DemoClock />
    </>
  )
}

/** Turns the account's reminders on or off, after a question. */
function PowerButton({
  on,
  asked: askedByLink,
  onAnswered,
}: {
  on: boolean
  /** True when an activation link was opened. */
  asked: boolean
  onAnswered: () => void
}) {
  const [pressed, setPressed] = useState(false)
  const close = () => {
    setPressed(false)
    if (askedByLink) onAnswered()
  }
  return (
    useCan('settings.write') && (
      <>
        <Button onClick={() => setPressed(true)}>{on ? 'Turn off…' : 'Turn on…'}</Button>
        {(pressed || askedByLink) && <PowerDialog on={on} onClose={close} />}
      </>
    )
  )
}

function PowerDialog({ on, onClose }: { on: boolean; onClose: () => void }) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const queryClient = useQueryClient()
  const change = useAccountChange(() =>
    call(contract.accounts.updateSettings, {
      params: { account: account.pk },
      body: { system_enabled: !on },
    }),
  )
  const confirm = () =>
    change.mutate(undefined, {
      onSuccess: () => {
        void queryClient.invalidateQueries({ queryKey: [account.pk, 'reminders'] })
        toast({ title: on ? 'Reminders are off' : 'Reminders are on', tone: 'success' })
        onClose()
      },
    })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={on ? 'Turn reminders off?' : 'Turn reminders on?'}
      confirmLabel={on ? 'Turn off' : 'Turn on'}
      busy={change.isPending}
      onConfirm={confirm}
    >
      {change.error && <Note tone="error">{actionErrorText(change.error)}</Note>}
      {!on && <CheckList />}
      <p>
        {on
          ? 'No flow sends anything, and no automatic payment is charged, until you turn reminders on again. Reminders that are due meanwhile are skipped.'
          : 'Flows that are on send what becomes due from now on, and automatic payments are charged. Nothing is sent for earlier days.'}
      </p>
    </ConfirmDialog>
  )
}
