import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { formatDate } from '../../../domain/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/api-error.ts'
import { useSessionControl } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAction } from '../auth/use-action.ts'
import { dayOf, timeOf } from '../payments/payment-text.ts'
import { SettingsSection } from './settings-layout.tsx'

/** Where one is logged in, and the ways to log out elsewhere: at one place, or at all others. */
export function SessionsSection() {
  const session = useSessionControl()
  const toast = useToast()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['sessions', session.snapshot().user?.pk],
    queryFn: ({ signal }) => session.call(contract.identity.sessions, {}, { signal }),
  })
  const end = useAction(async (place: PlaceSeen | null) => {
    try {
      if (place) await session.call(contract.identity.endSession, { params: { session: place.pk } })
      else await session.call(contract.identity.endOtherSessions)
      toast({ title: place ? 'Logged out there' : 'Logged out everywhere else', tone: 'success' })
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
      {isPending && <Skeleton className="h-12" />}
      <ul aria-label="Places" className="grid gap-3">
        {data?.map((place) => (
          <Place key={place.pk} place={place} busy={end.busy} onEnd={() => end.run(place)} />
        ))}
      </ul>
      {data && data.length > 1 && (
        <div>
          <Button busy={end.busy} onClick={() => end.run(null)}>
            Log out everywhere else
          </Button>
        </div>
      )}
    </SettingsSection>
  )
}

type PlaceSeen = ReplyOf<typeof contract.identity.sessions>[number]

function Place({ place, busy, onEnd }: { place: PlaceSeen; busy: boolean; onEnd: () => void }) {
  const { timezone, date_format } = useAccount()
  const when = (instant: string) =>
    `${formatDate(dayOf(instant, timezone), date_format)} ${timeOf(instant, timezone)}`
  const device = place.device ?? 'Unknown browser'
  return (
    <li className="flex items-center justify-between gap-4">
      <div>
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {place.current && <Tag tone="paid">Here</Tag>}
        </p>
        <p className="text-13 text-ink-2">
          {place.ip ?? 'Unknown address'} · since{' '}
          <time dateTime={place.created_at}>{when(place.created_at)}</time>, last seen{' '}
          <time dateTime={place.last_seen_at}>{when(place.last_seen_at)}</time>
        </p>
      </div>
      {!place.current && (
        <Button
          size="sm"
          disabled={busy}
          onClick={onEnd}
          aria-label={`Log out ${device}, last seen ${when(place.last_seen_at)}`}
        >
          Log out
        </Button>
      )}
    </li>
  )
}
