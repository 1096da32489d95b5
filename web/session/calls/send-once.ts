import type { RequestId } from './request-id.ts'

/**
 * Sends a request under its id and records how it failed. After success, sending it again returns the same
 * answer.
 */
export async function sendOnce<T>(
  requestId: RequestId,
  values: unknown,
  send: (requestId: string) => Promise<T>,
): Promise<T> {
  try {
    return await send(requestId.idFor(values))
  } catch (error) {
    requestId.failed(error)
    throw error
  }
}
