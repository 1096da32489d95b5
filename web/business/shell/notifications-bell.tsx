import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Note } from '../../ui/text/note.tsx'
import { EventList } from '../activity/event-list.tsx'
import { ACTIVITY_PATH } from '../paths.ts'

type Reply = ReplyOf<typeof contract.notifications.list>

const ASK_AGAIN_MS = 60_000
const MOST_SHOWN = 99

const notificationsKey = (account: string) => [account, 'notifications']

/** A bell with the number of unread notifications; it opens the latest ones, which marks them as seen. */
export function NotificationsBell() {
  const { pk: account } = useAccount()
  const call = useCall()
  const [open, setOpen] = useState<Reply | null>(null)
  const found = useQuery({
    queryKey: notificationsKey(account),
    queryFn: ({ signal }) => call(contract.notifications.list, { params: { account } }, { signal }),
    refetchInterval: ASK_AGAIN_MS,
    staleTime: ASK_AGAIN_MS,
  })
  const seen = useMarkSeen()
  const unread = found.data?.unread ?? 0
  const show = () => {
    if (!found.data) return
    setOpen(found.data)
    const [latest] = found.data.results
    if (latest && unread > 0) seen.mutate(latest.pk)
  }
  return (
    <>
      <span className="relative block">
        <IconButton
          label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
          icon={<Bell />}
          onClick={show}
        />
        {unread > 0 && (
          <span
            aria-hidden
            className="num pointer-events-none absolute -end-0.5 -top-0.5 min-w-4 rounded-full bg-overdue px-1 text-center text-11 leading-4 font-semibold text-on-state"
          >
            {unread >= MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        )}
      </span>
      {open && <List shown={open} error={seen.error} onClose={() => setOpen(null)} />}
    </>
  )
}

function List({ shown, error, onClose }: { shown: Reply; error: Error | null; onClose: () => void }) {
  const unread = shown.results.filter((one) => one.unread)
  const earlier = shown.results.filter((one) => !one.unread)
  return (
    <Dialog open onOpenChange={onClose} side="end" title="Notifications" readFirst>
      {/* Following a link closes the sheet, so that its page is seen. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link clicks it */}
      <div
        className="grid gap-5"
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a')) onClose()
        }}
      >
        {error && <Note tone="error">{actionErrorText(error)}</Note>}
        {shown.results.length === 0 && (
          <p className="text-ink-2">
            Payments, failed charges, disputes, promises and notes that mention you appear here.
          </p>
        )}
        {unread.length > 0 && (
          <section aria-label="New">
            <h3 className="mb-2 text-12 font-medium text-ink-3">New</h3>
            <EventList events={unread} />
          </section>
        )}
        {earlier.length > 0 && (
          <section aria-label="Earlier">
            <h3 className="mb-2 text-12 font-medium text-ink-3">Earlier</h3>
            <EventList events={earlier} />
          </section>
        )}
        <ButtonLink href={ACTIVITY_PATH} className="justify-self-start">
          All activity
        </ButtonLink>
      </div>
    </Dialog>
  )
}

function useMarkSeen() {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: (through: string) =>
      call(contract.notifications.markSeen, { params: { account }, body: { through } }),
    onSuccess: (reply) => queries.setQueryData(notificationsKey(account), reply),
  })
}
