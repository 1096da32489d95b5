import { useRef, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { knowing } from '../../../session/forms/form-changes.ts'
import { useCall } from '../../../session/session-context.tsx'
import type { Texts } from '../preview/use-preview.ts'
import { type EditedMail, storedTexts, type TextLanguage, templateOf } from './edited-mail.ts'

type ReadTexts = Texts & { readonly name: string }

const readTexts = (edited: EditedMail, language: TextLanguage): ReadTexts => ({
  ...storedTexts(edited, language),
  name: templateOf(edited)?.name ?? '',
})

/** Texts as the dialog was opened with them; after a refusal, with what somebody else changed meanwhile. */
export function useReadTexts(edited: EditedMail) {
  const { pk: account } = useAccount()
  const call = useCall()
  const [opened] = useState(edited)
  const told = useRef(new Map<TextLanguage, ReadTexts>())
  const readOf = (language: TextLanguage): ReadTexts =>
    told.current.get(language) ?? readTexts(opened, language)
  const readNow = async (): Promise<EditedMail> => {
    const mails = await call(contract.mailTemplates.list, { params: { account } })
    const mail = mails.results.find(({ kind }) => kind === opened.mail.kind) ?? opened.mail
    if (opened.template === null) return { mail, template: null }
    const templates = await call(contract.reminderTemplates.list, { params: { account } })
    const found = templates.results.find(({ pk }) => pk === templateOf(opened)?.pk)
    return { mail, template: found ?? opened.template }
  }
  return {
    readOf,
    async readAgain(language: TextLanguage, error: unknown) {
      const now = await readNow().catch(() => null)
      if (now) told.current.set(language, knowing(readOf(language), readTexts(now, language), error))
    },
  }
}
