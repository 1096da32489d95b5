import { z } from 'zod'
import { HELP_TOPICS } from '../../domain/people/help-topics.ts'
import { route } from '../route.ts'
import { strict } from '../shapes.ts'

const hidden = z.object({
  hidden: z.array(z.string()).describe('topics whose note the person has hidden'),
})

/** Notes that explain a screen. Each person hides them for themselves, on all their devices. */
export const help = {
  read: route({
    method: 'GET',
    path: '/api/profile/help/',
    summary: 'List the topics of help whose note you have hidden',
    access: { kind: 'user' },
    reply: hidden,
  }),
  change: route({
    method: 'POST',
    path: '/api/profile/help/',
    summary: 'Hide the note of a topic of help, or show it again',
    access: { kind: 'user' },
    body: strict({ topic: z.enum(HELP_TOPICS, 'Choose a topic.'), hidden: z.boolean() }),
    reply: hidden,
  }),
}
