import type { ReactNode } from 'react'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { EventList } from './event-list.tsx'
import type { EventPlace } from './event-text.tsx'
import type { useEvents } from './use-events.ts'

/** Loaded events with a button for older ones; a placeholder while they load, and an error with a retry. */
export function EventsWithMore({
  query,
  empty,
  place,
}: {
  query: ReturnType<typeof useEvents>
  empty: ReactNode
  place?: EventPlace | undefined
}) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query
  const events = data?.pages.flatMap(({ results }) => results)
  return (
    <>
      {error && (
        <Note
          tone="error"
          title="Failed to load the activity"
          className="mb-4"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {actionErrorText(error)}
        </Note>
      )}
      {events === undefined && !error && (
        <div className="grid gap-4" aria-hidden>
          {[0, 1, 2, 3].map((line) => (
            <Skeleton key={line} className="h-6 w-full max-w-80" />
          ))}
        </div>
      )}
      {events?.length === 0 && empty}
      {events && events.length > 0 && <EventList events={events} place={place} />}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  )
}
