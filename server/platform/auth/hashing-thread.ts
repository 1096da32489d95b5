import { argon2Sync } from 'node:crypto'
import { answerOnThread } from '../threads/answer-on-thread.ts'
import type { HashingTask } from './hashing-threads.ts'

answerOnThread(({ algorithm, ...cost }: HashingTask) => argon2Sync(algorithm, cost))
