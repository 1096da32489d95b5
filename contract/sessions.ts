import { z } from 'zod'
import { route } from './route.ts'
import { id, instant, strict } from './shapes.ts'

/** A person's active sessions, and the calls that end them. */
export const sessions = {
  sessions: route({
    method: 'GET',
    path: '/api/profile/sessions/',
    summary: 'List active sessions, the current one first',
    access: { kind: 'login' },
    reply: z.array(
      z.object({
        pk: id,
        current: z.boolean(),
        ip: z.string().nullable().describe('from where it was opened'),
        device: z.string().nullable().describe('browser and system in words: Firefox on Windows'),
        created_at: instant,
        last_seen_at: instant.describe('its latest refresh'),
        ends_at: instant,
      }),
    ),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/profile/sessions/:session/',
    summary: 'End one of your sessions',
    access: { kind: 'login' },
    params: strict({ session: id }),
    reply: 'nothing',
  }),
  endOtherSessions: route({
    method: 'DELETE',
    path: '/api/profile/sessions/',
    summary: 'End all your other sessions',
    access: { kind: 'login' },
    reply: 'nothing',
  }),
}
