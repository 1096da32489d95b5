import { argon2Sync } from 'node:crypto'
import type { HashingTask } from './hashing-threads.ts'
import { answerOnThread } from './threads/answer-on-thread.ts'

answerOnThread(({ algorithm, ...cost }: HashingTask) => argon2Sync(algorithm, cost))
