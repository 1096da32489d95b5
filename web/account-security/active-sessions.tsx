import { contract } from '../../contract/index.ts'
import type { ReplyOf } from '../../contract/route.ts'
import { actionErrorText } from '../session/calls/api-error.ts'
import { useAction } from '../session/calls/use-action.ts'
import { invalidateQuery, useQuery } from '../session/calls/use-query.ts'
import { useSessionControl } from '../session/session-context.tsx'
import { rich, t } from '../ui/language/text.ts'
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
      toast({ title: place ? t('Device logged out') : t('Logged out everywhere else'), tone: 'success' })
    } catch (problem) {
      toast({ title: t('We couldn’t log out the device'), body: actionErrorText(problem), tone: 'error' })
    }
    focus.expect()
    invalidateQuery(SESSIONS)
  })
  return (
    <>
      {error && <Note tone="error">{actionErrorText(error)}</Note>}
      {!data && !error && <Skeleton className="h-12" />}
      <ul
        ref={focus.place}
        tabIndex={-1}
        aria-label={t('Active sessions')}
        className="grid gap-3 outline-none"
      >
        {data?.map((place) => (
          <Place key={place.pk} place={place} words={words} busy={end.busy} onEnd={() => end.run(place)} />
        ))}
      </ul>
      {data && data.length > 1 && (
        <div>
          <Button busy={end.busy} onClick={() => end.run(null)}>
            {t('Log out everywhere else')}
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
  const device = place.device ?? t('Unknown browser')
  return (
    <li className="flex items-center justify-between gap-4">
      <div>
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {place.current && <Tag tone="paid">{t('This device')}</Tag>}
        </p>
        <p className="text-13 text-ink-2">
          {rich('{place} · since <since>{created}</since>, last seen <seen>{lastSeen}</seen>', {
            place: place.ip ?? t('Unknown address'),
            since: (text) => <time dateTime={place.created_at}>{text}</time>,
            created: words.moment(place.created_at),
            seen: (text) => <time dateTime={place.last_seen_at}>{text}</time>,
            lastSeen: words.moment(place.last_seen_at),
          })}
        </p>
      </div>
      {!place.current && (
        <Button
          size="sm"
          disabled={busy}
          onClick={onEnd}
          aria-label={t('Log out {device}, last seen {time}', {
            device,
            time: words.moment(place.last_seen_at),
          })}
        >
          {t('Log out')}
        </Button>
      )}
    </li>
  )
}
