import { ApiError, actionErrorText } from '../../../session/calls/api-error.ts'

/** Text of a failed action whose fields are out of sight: what is wrong about them, or the general message. */
export function fieldErrorText(error: Error): string {
  const messages = error instanceof ApiError ? Object.values(error.fields).flat() : []
  return messages.length > 0 ? messages.join(' ') : actionErrorText(error)
}
