import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import workers, { BroadcastChannel, type WorkerOptions } from 'node:worker_threads'
import { watchWaysOut } from './ways-out.ts'

export interface Outgoing {
  /** Every way out that was taken, with how often: 'connect 127.0.0.1:5432'. */
  taken(): Promise<Map<string, number>>
  /** How many threads were begun since, all of which are watched. */
  threads(): number
  stop(): void
}

/** What a thread has told by then has arrived. */
const ON_ITS_WAY_MS = 200
const PROGRAM = new URL('watched-thread.ts', import.meta.url).href

/** Watches this process, and every thread that it begins from now on. */
export function watchOutgoing(): Outgoing {
  const taken = new Map<string, number>()
  let threads = 0
  const tell = (way: string): void => {
    taken.set(way, (taken.get(way) ?? 0) + 1)
  }
  const channel = new BroadcastChannel('ways out')
  channel.onmessage = (event) => {
    const { data } = event as { data: string }
    if (data === 'watched') threads += 1
    else tell(`thread: ${data}`)
  }
  channel.unref()
  const { Worker } = workers
  workers.Worker = class extends Worker {
    constructor(program: string | URL, options: WorkerOptions = {}) {
      super(program, { ...options, execArgv: [...process.execArgv, '--import', PROGRAM] })
    }
  }
  const endWatch = watchWaysOut(tell)
  return {
    async taken() {
      await sleep(ON_ITS_WAY_MS)
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
