import type { ReactNode } from 'react'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { EventList } from './event-list.tsx'
import type { Event } from './event-text.tsx'
import type { useEvents } from './use-events.ts'

/** Loaded events with a button for older ones; a placeholder while they load, and an error with a retry. */
export function EventsWithMore({
  query,
  empty,
  show = (events) => (events.length === 0 ? empty : <EventList events={events} />),
}: {
  query: ReturnType<typeof useEvents>
  empty?: ReactNode
  /** Draws the loaded events; among other lines, for example. */
  show?: (events: readonly Event[]) => ReactNode
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
      {events && show(events)}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  )
}
