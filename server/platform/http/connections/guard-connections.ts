import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { cutSlowBodies } from './cut-slow-bodies.ts'
import { dropUnanswerable } from './drop-unanswerable.ts'
import { refuseAmbiguousHosts } from './refuse-ambiguous-hosts.ts'

/** Refuses or drops requests by how they arrive, before anything reads them. */
export function guardConnections(server: FastifyInstance, app: App): void {
  const ending = new WeakSet<Socket>()
  dropUnanswerable(server, ending)
  refuseAmbiguousHosts(server, ending)
  cutSlowBodies(server, app)
}
