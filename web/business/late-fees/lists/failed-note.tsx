import { actionErrorText } from '../../../session/calls/api-error.ts'
import { Note } from '../../../ui/text/note.tsx'

/** Replaces the rows of a list that failed to load. */
export const FailedNote = ({
  error,
  onRetry,
  retrying,
}: {
  error: Error
  onRetry: () => void
  retrying: boolean
}) => (
  <Note
    tone="error"
    title="Failed to load late fees"
    className="mx-4 my-6 md:mx-6"
    onRetry={onRetry}
    retrying={retrying}
  >
    {actionErrorText(error)}
  </Note>
)
