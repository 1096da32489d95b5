import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** What is posted back, told apart by its name: under `node --watch`, Node posts messages of its own beside it. */
export interface Answered<Answer> {
  readonly answer: Answer
}

/** What a thread of `threadsOf` runs: one task after the other, each answered. A task that throws ends the thread. */
export function answerOnThread<Task, Answer>(work: (task: Task) => Answer | Promise<Answer>): void {
  // Linux gives each thread a priority of its own; elsewhere this would be the whole process's.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  parentPort!.on('message', async (task: Task) => {
    const answered: Answered<Answer> = { answer: await work(task) }
    parentPort!.postMessage(answered)
  })
}
