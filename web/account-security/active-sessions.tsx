import { contract } from '../../contract/index.ts'
import type { ReplyOf } from '../../contract/route.ts'
import { actionErrorText } from '../session/calls/api-error.ts'
import { useAction } from '../session/calls/use-action.ts'
import { invalidateQuery, useQuery } from '../session/calls/use-query.ts'
import { useSessionControl } from '../session/session-context.tsx'
import { Button } from '../ui/layout/button.tsx'
import { useToast } from '../ui/overlay/toast.tsx'
import { Note } from '../ui/text/note.tsx'
import { Skeleton } from '../ui/text/skeleton.tsx'
import { Tag } from '../ui/text/tag.tsx'
import type { InstantWords } from './sections.ts'
import { useKeptFocus } from './use-kept-focus.ts'

/** Query name of the list. */
export const SESSIONS = 'sessions'

/** Lists the active sessions of the login, with buttons to end one session or all others. */
export function ActiveSessions({ words }: { words: InstantWords }) {
  const session = useSessionControl()
  const toast = useToast()
  const { data, error, isFetching } = useQuery({
    key: [SESSIONS, session.snapshot().user?.pk],
    ask: (signal) => session.call(contract.identity.sessions, {}, { signal }),
    freshMs: 0,
  })
  const focus = useKeptFocus<HTMLUListElement>(!isFetching)
  const end = useAction(async (place: PlaceSeen | null) => {
    try {
      if (place) await session.call(contract.identity.endSession, { params: { session: place.pk } })
      else await session.call(contract.identity.endOtherSessions)
      toast({ title: place ? 'Device logged out' : 'Logged out everywhere else', tone: 'success' })
    } catch (problem) {
      toast({ title: 'We couldn’t log out the device', body: actionErrorText(problem), tone: 'error' })
    }
    focus.expect()
    invalidateQuery(SESSIONS)
  })
  return (
    <>
      {error && <Note tone="error">{actionErrorText(error)}</Note>}
      {!data && !error && <Skeleton className="h-12" />}
      <ul ref={focus.place} tabIndex={-1} aria-label="Active sessions" className="grid gap-3 outline-none">
        {data?.map((place) => (
          <Place key={place.pk} place={place} words={words} busy={end.busy} onEnd={() => end.run(place)} />
        ))}
      </ul>
      {data && data.length > 1 && (
        <div>
          <Button busy={end.busy} onClick={() => end.run(null)}>
            Log out everywhere else
          </Button>
        </div>
      )}
    </>
  )
}

type PlaceSeen = ReplyOf<typeof contract.identity.sessions>[number]

interface PlaceProps {
  readonly place: PlaceSeen
  readonly words: InstantWords
  readonly busy: boolean
  readonly onEnd: () => void
}

function Place({ place, words, busy, onEnd }: PlaceProps) {
  const device = place.device ?? 'Unknown browser'
  return (
    <li className="flex items-center justify-between gap-4">
      <div>
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {place.current && <Tag tone="paid">This device</Tag>}
        </p>
        <p className="text-13 text-ink-2">
          {place.ip ?? 'Unknown address'} · since{' '}
          <time dateTime={place.created_at}>{words.moment(place.created_at)}</time>, last seen{' '}
          <time dateTime={place.last_seen_at}>{words.moment(place.last_seen_at)}</time>
        </p>
      </div>
      {!place.current && (
        <Button
          size="sm"
          disabled={busy}
          onClick={onEnd}
          aria-label={`Log out ${device}, last seen ${words.moment(place.last_seen_at)}`}
        >
          Log out
        </Button>
      )}
    </li>
  )
}
