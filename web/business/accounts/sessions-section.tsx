import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { formatDate } from '../../../domain/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/api-error.ts'
import { useSessionControl } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAction } from '../auth/use-action.ts'
import { dayOf, timeOf } from '../payments/payment-text.ts'
import { SettingsSection } from './settings-layout.tsx'

/** Where one is logged in, and the way to log out everywhere else. */
export function SessionsSection() {
  const session = useSessionControl()
  const toast = useToast()
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions', session.snapshot().user?.pk],
    queryFn: ({ signal }) => session.call(contract.identity.sessions, {}, { signal }),
  })
  const end = useAction(async () => {
    try {
      await session.call(contract.identity.endOtherSessions)
      toast({ title: 'Logged out everywhere else', tone: 'success' })
    } catch (problem) {
      toast({ title: 'Nothing was logged out', body: actionErrorText(problem), tone: 'error' })
    }
    await refetch()
  })
  return (
    <SettingsSection
      title="Where you are logged in"
      description="Log out elsewhere if there is a place that you don't know."
    >
      {error && <Note tone="error">{actionErrorText(error)}</Note>}
      <ul aria-label="Places" className="grid gap-3">
        {data?.map((place) => (
          <Place key={place.pk} place={place} />
        ))}
      </ul>
      {data && data.length > 1 && (
        <div>
          <Button busy={end.busy} onClick={end.run}>
            Log out everywhere else
          </Button>
        </div>
      )}
    </SettingsSection>
  )
}

function Place({ place }: { place: ReplyOf<typeof contract.identity.sessions>[number] }) {
  const { timezone, date_format } = useAccount()
  const when = (instant: string) =>
    `${formatDate(dayOf(instant, timezone), date_format)} ${timeOf(instant, timezone)}`
  return (
    <li>
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {place.device ?? 'Unknown browser'}
        {place.current && <Tag tone="paid">Here</Tag>}
      </p>
      <p className="text-13 text-ink-2">
        {place.ip ?? 'Unknown address'} · since{' '}
        <time dateTime={place.created_at}>{when(place.created_at)}</time>, last seen{' '}
        <time dateTime={place.last_seen_at}>{when(place.last_seen_at)}</time>
      </p>
    </li>
  )
}
