import { parentPort } from 'node:worker_threads'
import { answerOnThread } from '../../server/platform/threads/answer-on-thread.ts'

// Node sends such messages under --watch.
parentPort!.postMessage({ 'watch:import': ['file:///talking-thread.ts'] })

answerOnThread((task: number) => {
  if (task < 0) throw new Error('less than nothing')
  return task * 2
})
