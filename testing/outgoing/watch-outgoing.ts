import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import workers, { BroadcastChannel, type WorkerOptions } from 'node:worker_threads'
import { watchOperations } from './watch-operations.ts'

export interface Outgoing {
  /** Returns every outgoing operation with its count, such as 'connect 127.0.0.1:5432'. */
  taken(): Promise<Map<string, number>>
  /** Number of threads started since, all of which are watched. */
  threads(): number
  stop(): void
}

/** Time for the messages of other threads to arrive. */
const DELIVERY_MS = 200
const PROGRAM = new URL('watched-thread.ts', import.meta.url).href

/** Watches this process and every thread that it starts afterwards. */
export function watchOutgoing(): Outgoing {
  const taken = new Map<string, number>()
  let threads = 0
  const report = (operation: string): void => {
    taken.set(operation, (taken.get(operation) ?? 0) + 1)
  }
  const channel = new BroadcastChannel('ways out')
  channel.onmessage = (event) => {
    const { data } = event as { data: string }
    if (data === 'watched') threads += 1
    else report(`thread: ${data}`)
  }
  channel.unref()
  const { Worker } = workers
  workers.Worker = class extends Worker {
    constructor(program: string | URL, options: WorkerOptions = {}) {
      super(program, { ...options, execArgv: [...process.execArgv, '--import', PROGRAM] })
    }
  }
  const endWatch = watchOperations(report)
  return {
    async taken() {
      await sleep(DELIVERY_MS)
      return new Map(taken)
    },
    threads: () => threads,
    stop() {
      endWatch()
      workers.Worker = Worker
      syncBuiltinESMExports()
      channel.close()
    },
  }
}
