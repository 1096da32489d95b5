import { Worker } from 'node:worker_threads'
import { vi } from 'vitest'
import type { HashingTask } from '../server/platform/auth/hashing-threads.ts'

export type HashingWork = Pick<HashingTask, 'algorithm' | 'memory' | 'passes' | 'parallelism' | 'tagLength'>

/**
 * Records the parameters of every hash computed while `work` runs, in order: everything but the password that its
 * duration depends on. Durations vary on a shared machine; the parameters do not.
 */
export async function recordHashingWork(work: () => Promise<unknown>): Promise<HashingWork[]> {
  const asked = vi.spyOn(Worker.prototype, 'postMessage')
  try {
    await work()
    return asked.mock.calls
      .map(([message]) => message as HashingTask)
      .filter((task) => task?.algorithm === 'argon2id')
      .map(({ algorithm, memory, passes, parallelism, tagLength }) => ({
        algorithm,
        memory,
        passes,
        parallelism,
        tagLength,
      }))
  } finally {
    asked.mockRestore()
  }
}
