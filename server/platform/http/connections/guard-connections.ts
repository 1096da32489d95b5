import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { cutSlowBodies } from './cut-slow-bodies.ts'
import { dropUnanswerable } from './drop-unanswerable.ts'
import { refuseAmbiguousHosts } from './refuse-ambiguous-hosts.ts'

/** Refuses or drops requests by how they arrive, before anything reads them. */
export function guardConnections(server: FastifyInstance, app: App): void {
  dropUnanswerable(server)
  refuseAmbiguousHosts(server)
  cutSlowBodies(server, app)
}
