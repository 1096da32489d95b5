import { expect } from '@playwright/test'
import { productUrl } from '../support.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  links: string[]
  attachments: { name: string; url: string }[]
}

/** The newest message to an address whose subject fits, once it has arrived. */
export async function mailTo(address: string, subject: RegExp): Promise<Mail> {
  const newest = async (): Promise<Mail | undefined> => {
    const reply = await fetch(`${productUrl()}/api/dev/mail/?to=${encodeURIComponent(address)}`)
    const mails = (await reply.json()) as Mail[]
    return mails.find((mail) => subject.test(mail.subject))
  }
  await expect.poll(async () => (await newest())?.subject ?? '', { timeout: 20_000 }).toMatch(subject)
  return (await newest())!
}

/** The link of a message that leads to a page. */
export const linkTo = (mail: Mail, path: string): string => {
  const link = mail.links.find((address) => address.includes(path))
  if (!link) throw new Error(`No link to ${path} in "${mail.subject}"`)
  return link
}
