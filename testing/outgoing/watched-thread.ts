import { BroadcastChannel } from 'node:worker_threads'
import { watchWaysOut } from './ways-out.ts'

/* Runs first in every thread that is begun while somebody watches, and tells them what the thread does. */
const channel = new BroadcastChannel('ways out')
channel.unref()
channel.postMessage('watched')
watchWaysOut((way) => channel.postMessage(way))
