import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Suspense, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { useAccount } from '../../session/account-context.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'

type Reply = ReplyOf<typeof contract.notifications.list>

const NotificationsList = lazyWithRetry(() => import('./notifications-list.tsx'), 'NotificationsList')

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
      <span className="relative grid">
        <IconButton
          label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
          icon={<Bell />}
          onClick={show}
        />
        {unread > 0 && (
          <span
            aria-hidden
            className="num pointer-events-none absolute start-1/2 bottom-1/2 ms-px mb-px min-w-4 rounded-full bg-overdue px-1 text-center text-11 leading-4 font-semibold text-on-state"
          >
            {unread >= MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        )}
      </span>
      {open && (
        <Suspense>
          <NotificationsList shown={open} error={seen.error} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
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
