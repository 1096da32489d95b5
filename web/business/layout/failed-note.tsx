import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Note } from '../../ui/text/note.tsx'
import type { ListState } from '../list-search.ts'

/** Replaces the rows of a list that failed to load. `what` names them: 'late fees'. `list` is the state of one that has pages. */
export function FailedNote({
  what,
  query,
  list,
  className = 'mx-4 my-6 md:mx-6',
}: {
  what: string
  query: { readonly error: Error | null; readonly refetch: () => unknown; readonly isFetching: boolean }
  list?: Pick<ListState, 'page' | 'set'>
  className?: string
}) {
  const refused = query.error instanceof ApiError ? query.error.fields.page : undefined
  if (list && refused)
    return (
      <Note
        tone="warning"
        title={`We can’t show page ${list.page.toLocaleString('en-US')}`}
        className={className}
      >
        <p>{refused.join(' ')}</p>
        <Button size="sm" className="mt-2" onClick={() => list.set({})}>
          Show the first page
        </Button>
      </Note>
    )
  return (
    <Note
      tone="error"
      title={`Failed to load ${what}`}
      className={className}
      onRetry={query.refetch}
      retrying={query.isFetching}
    >
      {actionErrorText(query.error)}
    </Note>
  )
}
