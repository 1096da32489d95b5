import { Ellipsis, Send } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { PortalLoginEntry } from '../../../../contract/portal-access/portal-logins.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { useInvite } from './use-logins.ts'

const InviteDialog = lazyWithRetry(() => import('./invite-dialog.tsx'), 'InviteDialog')
const MoveDialog = lazyWithRetry(() => import('./move-dialog.tsx'), 'MoveDialog')
const EndDialog = lazyWithRetry(() => import('./end-dialog.tsx'), 'EndDialog')

const LABELS = { not_invited: 'Invite', invited: 'Send again', removed: 'Invite again' } as const

/** Buttons of one entry: the invitation, and for a login its address and its end. */
export function LoginButtons({ entry }: { entry: PortalLoginEntry }) {
  const [open, setOpen] = useState<'invite' | 'move' | 'end' | null>(null)
  const inviting = useInvite()
  const close = () => setOpen(null)
  const label = entry.state === 'active' ? null : LABELS[entry.state]
  const name = entry.email || entry.short_name
  return (
    <span className="inline-flex items-center gap-1">
      {label !== null && (
        <Button
          size="sm"
          icon={<Send />}
          aria-label={`${label}: ${name}`}
          busy={inviting.isPending}
          onClick={() => (entry.email === '' ? setOpen('invite') : inviting.mutate(entry))}
        >
          {label}
        </Button>
      )}
      {entry.login !== null && entry.state !== 'removed' && (
        <Menu
          align="end"
          trigger={<IconButton size="sm" icon={<Ellipsis />} label={`Change ${name}`} />}
          items={[
            { id: 'move', label: 'Change address…', onSelect: () => setOpen('move') },
            { id: 'end', label: 'End login…', onSelect: () => setOpen('end') },
          ]}
        />
      )}
      <Suspense>
        {open === 'invite' && (
          <InviteDialog customer={{ id: entry.customer, label: entry.short_name }} onClose={close} />
        )}
        {open === 'move' && <MoveDialog entry={entry} onClose={close} />}
        {open === 'end' && <EndDialog entry={entry} onClose={close} />}
      </Suspense>
    </span>
  )
}
