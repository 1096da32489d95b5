import { z } from 'zod'
import { route } from './route.ts'
import { id, instant, strict } from './shapes.ts'

/** A person's active sessions, and the calls that end them. */
export const sessions = {
  sessions: route({
    method: 'GET',
    path: '/api/profile/sessions/',
    summary: 'Where one is signed in, the session that asks first',
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
    summary: 'End one session of one’s own',
    access: { kind: 'login' },
    params: strict({ session: id }),
    reply: 'nothing',
  }),
  endOtherSessions: route({
    method: 'DELETE',
    path: '/api/profile/sessions/',
    summary: 'End every session of one’s own but the one that asks',
    access: { kind: 'login' },
    reply: 'nothing',
  }),
}
