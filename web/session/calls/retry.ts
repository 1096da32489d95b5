import { wait } from '../../ui/wait.ts'
import { ApiError } from './api-error.ts'

const ATTEMPTS = 3
const STEP_MS = 500

/**
 * Tries up to 3 times when the server answers 5xx, after 500 ms and 1000 ms. For reads only, which change
 * nothing.
 */
export async function withRetry<T>(
  work: () => Promise<T>,
  signal?: AbortSignal | undefined,
  pause: (ms: number) => Promise<void> = wait,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const mayPass = error instanceof ApiError && error.status >= 500
      if (!mayPass || attempt >= ATTEMPTS || signal?.aborted) throw error
      await pause(STEP_MS * attempt)
      if (signal?.aborted) throw error
    }
  }
}
