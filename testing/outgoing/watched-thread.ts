import { BroadcastChannel } from 'node:worker_threads'
import { watchOperations } from './watch-operations.ts'

/* Loaded first in every watched thread. Reports the thread's outgoing operations. */
const channel = new BroadcastChannel('ways out')
channel.unref()
channel.postMessage('watched')
watchOperations((operation) => channel.postMessage(operation))
