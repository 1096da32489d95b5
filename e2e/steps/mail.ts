import { type APIRequestContext, expect } from '@playwright/test'
import { callApi } from './api.ts'

export type Message = {
  id: string
  to: string
  from: string
  subject: string
  text: string
  html: string
  links: string[]
  attachments: { name: string; media_type: string; size: number; url: string }[]
}

/** Waits for the newest message to an address with a matching subject, other than `before`. */
export async function mailTo(
  request: APIRequestContext,
  to: string,
  subject: RegExp,
  before?: Message,
): Promise<Message> {
  let found: Message | undefined
  await expect
    .poll(
      async () => {
        const messages = await callApi<Message[]>(
          request,
          'GET',
          `/api/dev/mail/?to=${encodeURIComponent(to)}`,
        )
        found = messages.find((message) => subject.test(message.subject) && message.id !== before?.id)
        return found?.subject
      },
      { message: `mail to ${to}`, timeout: 90_000 },
    )
    .toMatch(subject)
  return found!
}

/** Returns the message's link to a page. Throws when there is none. */
export function linkTo(message: Message, page: string): string {
  const link = message.links.find((address) => new URL(address).pathname === page)
  if (!link) throw new Error(`No link to ${page} in “${message.subject}”: ${message.links.join(' ')}`)
  return link
}
