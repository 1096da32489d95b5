import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { PRODUCT_FOLDER } from '../product-folder.ts'
import type { Answered } from './answer-on-thread.ts'

interface Resting {
  readonly thread: Worker
  readonly end: NodeJS.Timeout
}

/**
 * Runs one kind of work on low-priority threads, so that a flood of it delays no other request. `file` is the
 * thread's program, relative to the product's folder; it answers with `answerOnThread`. Each call has a
 * thread to itself; the caller limits their number with a line. A thread idle for `idleMs` ends to free its
 * memory. Arguments and results are cloned. Rejects with the error of the work, and that thread is not used
 * again.
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

/** A thread that ends or fails while idle gets no more work. */
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
