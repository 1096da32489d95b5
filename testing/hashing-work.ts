import { Worker } from 'node:worker_threads'
import { vi } from 'vitest'
import type { HashingTask } from '../server/platform/auth/hashing-threads.ts'

export type HashingWork = Pick<HashingTask, 'algorithm' | 'memory' | 'passes' | 'parallelism' | 'tagLength'>

/**
 * What is hashed while `work` runs, in order: everything the duration of a hash depends on but the password itself.
 * Durations can't be compared on a machine that others use too; equal work can.
 */
export async function hashingWork(work: () => Promise<unknown>): Promise<HashingWork[]> {
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
