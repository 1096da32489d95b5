import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { PRODUCT_FOLDER } from '../product-folder.ts'
import type { Answered } from './answer-on-thread.ts'

interface Resting {
  readonly thread: Worker
  readonly end: NodeJS.Timeout
}

/**
 * Does one kind of work on threads of low priority, so that a flood of it delays no other request: a core that anybody
 * else wants is theirs. `file` is the thread's program, from the product's folder; it answers by `answerOnThread`. Each
 * call has a thread to itself, and the caller bounds how many there are, with a line; one that rests for `idleMs` ends,
 * because it takes memory that nobody needs. What goes in and out is cloned. Rejects with what the work threw, and that
 * thread is given no other.
 */
export function threadsOf<Task, Answer>(file: string, idleMs: number): (task: Task) => Promise<Answer> {
  const program = join(PRODUCT_FOLDER, file)
  const resting: Resting[] = []
  return async (task) => {
    const thread = takeThread(program, resting)
    try {
      const answer = await ask<Task, Answer>(thread, task)
      letRest(thread, resting, idleMs)
      return answer
    } catch (error) {
      await thread.terminate()
      throw error
    }
  }
}

function takeThread(program: string, resting: Resting[]): Worker {
  const rested = resting.pop()
  if (rested === undefined) return newThread(program, resting)
  clearTimeout(rested.end)
  rested.thread.ref()
  return rested.thread
}

/** One that ends or fails while it rests is not given work any more. */
function newThread(program: string, resting: Resting[]): Worker {
  const thread = new Worker(program)
  thread.on('error', () => {})
  thread.once('exit', () => forget(thread, resting))
  return thread
}

function forget(thread: Worker, resting: Resting[]): void {
  const place = resting.findIndex((one) => one.thread === thread)
  if (place >= 0) clearTimeout(resting.splice(place, 1)[0]!.end)
}

function letRest(thread: Worker, resting: Resting[], idleMs: number): void {
  thread.unref()
  const end = setTimeout(() => {
    forget(thread, resting)
    void thread.terminate()
  }, idleMs).unref()
  resting.push({ thread, end })
}

function ask<Task, Answer>(thread: Worker, task: Task): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ended = (code: number): void => reject(new Error(`A thread ended with ${code}.`))
    const hear = (message: Partial<Answered<Answer>>): void => {
      if (!('answer' in message)) return
      thread.off('error', reject)
      thread.off('exit', ended)
      thread.off('message', hear)
      resolve(message.answer as Answer)
    }
    thread.once('error', reject)
    thread.once('exit', ended)
    thread.on('message', hear)
    thread.postMessage(task)
  })
}
