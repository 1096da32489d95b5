import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { PRODUCT_FOLDER } from './product-folder.ts'

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

/** A thread takes some megabytes, which nobody needs while nobody logs in. */
const IDLE_MS = 30_000

interface Resting {
  readonly thread: Worker
  readonly end: NodeJS.Timeout
}

const resting: Resting[] = []

/**
 * Derives a tag on a thread of low priority: a core that anybody else wants is theirs, so that a flood of logins delays
 * no other request. Each call has a thread to itself; the caller bounds how many there are.
 */
export async function deriveApart(task: HashingTask): Promise<Buffer> {
  const thread = takeThread()
  try {
    const tag = await ask(thread, task)
    letRest(thread)
    return tag
  } catch (error) {
    await thread.terminate()
    throw error
  }
}

function takeThread(): Worker {
  const rested = resting.pop()
  if (rested === undefined) return newThread()
  clearTimeout(rested.end)
  rested.thread.ref()
  return rested.thread
}

/** One that ends or fails while it rests is not given work any more. */
function newThread(): Worker {
  const thread = new Worker(join(PRODUCT_FOLDER, 'server', 'platform', 'hashing-thread.ts'))
  thread.on('error', () => {})
  thread.once('exit', () => forget(thread))
  return thread
}

function forget(thread: Worker): void {
  const place = resting.findIndex((one) => one.thread === thread)
  if (place >= 0) clearTimeout(resting.splice(place, 1)[0]!.end)
}

function letRest(thread: Worker): void {
  thread.unref()
  const end = setTimeout(() => {
    forget(thread)
    void thread.terminate()
  }, IDLE_MS).unref()
  resting.push({ thread, end })
}

function ask(thread: Worker, task: HashingTask): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const ended = (code: number): void => reject(new Error(`A hashing thread ended with ${code}.`))
    const settle = (): void => {
      thread.off('error', reject)
      thread.off('exit', ended)
    }
    thread.once('error', reject)
    thread.once('exit', ended)
    thread.once('message', (tag: Uint8Array) => {
      settle()
      resolve(Buffer.from(tag))
    })
    thread.postMessage(task)
  })
}
