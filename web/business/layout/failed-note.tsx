import { actionErrorText } from '../../session/calls/api-error.ts'
import { Note } from '../../ui/text/note.tsx'

/** Replaces the rows of a list that failed to load. `what` names them: 'late fees'. */
export const FailedNote = ({
  what,
  query,
}: {
  what: string
  query: { readonly error: Error | null; readonly refetch: () => unknown; readonly isFetching: boolean }
}) => (
  <Note
    tone="error"
    title={`Failed to load ${what}`}
    className="mx-4 my-6 md:mx-6"
    onRetry={query.refetch}
    retrying={query.isFetching}
  >
    {actionErrorText(query.error)}
  </Note>
)
