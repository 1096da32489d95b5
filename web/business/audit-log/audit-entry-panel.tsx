import type { ReactNode } from 'react'
import { useAccount } from '../../session/account-context.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { pagePath } from '../activity/event-page.ts'
import type { ListState } from '../list-search.ts'
import { type AuditEntry, countText, dateText, timeText } from './audit-text.ts'

/** Shows all fields of one entry, with links to related pages. */
export function AuditEntryPanel({
  entry,
  open,
  onClose,
  list,
}: {
  entry: AuditEntry
  open: boolean
  onClose: () => void
  list: ListState
}) {
  const account = useAccount()
  const { actor, object, seal } = entry
  const only = (changes: Record<string, string | undefined>) => {
    onClose()
    list.set(changes)
  }
  return (
    <Dialog
      side="end"
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={`${actor.name} ${entry.before}${entry.named}${entry.after}`}
      description={`${dateText(entry.at, account)}, ${timeText(entry.at, account)}`}
      footer={
        <>
          {object.pk !== null && entry.named !== '' && (
            <Button onClick={() => only({ object: object.pk ?? undefined })}>Only this record</Button>
          )}
          {actor.kind === 'staff' && actor.pk !== null && (
            <Button onClick={() => only({ person: actor.pk ?? undefined, actor_kind: undefined })}>
              Only this person
            </Button>
          )}
          {entry.page && (
            <ButtonLink href={pagePath(entry.page)} variant="primary">
              Open record
            </ButtonLink>
          )}
        </>
      }
    >
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2.5">
        <Fact name="Who">{actor.label === actor.name ? actor.name : `${actor.name} (${actor.label})`}</Fact>
        <Fact name="IP address">{entry.ip ?? 'None'}</Fact>
        <Fact name="Action">{entry.action}</Fact>
        {entry.facts.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        <Fact name="Request">{entry.request_id}</Fact>
        <Fact name="Entry">{entry.pk}</Fact>
        <Fact name="Seal">{seal ? countText(seal.number) : 'Within a minute'}</Fact>
        {seal && (
          <>
            <Fact name="Sealed">{`${dateText(seal.made, account)}, ${timeText(seal.made, account)}`}</Fact>
            <Fact name="Hash">{seal.hash}</Fact>
          </>
        )}
      </dl>
    </Dialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
