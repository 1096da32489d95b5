import { threadsOf } from '../threads/thread-pool.ts'

export interface HashingTask {
  readonly algorithm: 'argon2id'
  readonly message: string
  readonly nonce: Uint8Array
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  /** Bytes. */
  readonly tagLength: number
}

const IDLE_MS = 30_000

const derive = threadsOf<HashingTask, Uint8Array>('server/platform/auth/hashing-thread.ts', IDLE_MS)

/** Derives a tag on a low-priority thread, so that a flood of logins delays no other request. */
export const deriveOnThread = async (task: HashingTask): Promise<Buffer> => Buffer.from(await derive(task))
