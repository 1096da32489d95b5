import { argon2Sync } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { HashingTask } from './hashing-threads.ts'

// Linux gives each thread a priority of its own; elsewhere this would be the whole process's.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

parentPort!.on('message', ({ algorithm, ...cost }: HashingTask) => {
  const tag = argon2Sync(algorithm, cost)
  parentPort!.postMessage(tag)
})
