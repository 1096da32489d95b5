import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/**
 * A posted answer in a named field: under `node --watch`, Node posts messages of its own on the same port.
 */
export interface Answered<Answer> {
  readonly answer: Answer
}

/**
 * Program of a thread of `threadsOf`: answers one task after the other. A task that throws ends the thread.
 */
export function answerOnThread<Task, Answer>(work: (task: Task) => Answer | Promise<Answer>): void {
  // Linux has priorities per thread; elsewhere this would change the whole process.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  parentPort!.on('message', async (task: Task) => {
    const answered: Answered<Answer> = { answer: await work(task) }
    parentPort!.postMessage(answered)
  })
}
