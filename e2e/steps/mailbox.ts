import { expect } from '@playwright/test'
import { productUrl } from '../fixtures.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  links: string[]
  attachments: { name: string; url: string }[]
}

/** Waits for the newest message to an address with a matching subject. */
export async function mailTo(address: string, subject: RegExp): Promise<Mail> {
  const newest = async (): Promise<Mail | undefined> => {
    const reply = await fetch(`${productUrl()}/api/dev/mail/?to=${encodeURIComponent(address)}`)
    const mails = (await reply.json()) as Mail[]
    return mails.find((mail) => subject.test(mail.subject))
  }
  await expect.poll(async () => (await newest())?.subject ?? '', { timeout: 90_000 }).toMatch(subject)
  return (await newest())!
}

/** Returns the message's link to a page. Throws when there is none. */
export const linkTo = (mail: Mail, path: string): string => {
  const link = mail.links.find((address) => address.includes(path))
  if (!link) throw new Error(`No link to ${path} in "${mail.subject}"`)
  return link
}
